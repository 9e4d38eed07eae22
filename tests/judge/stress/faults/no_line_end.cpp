// Nim without the line ends between answers.
#include <cstdio>
int main() {
    int m, x;
    while (scanf("%d", &m) == 1) {
        int total = 0;
        while (m--) { scanf("%d", &x); total ^= x; }
        printf(total ? "Yes" : "No");
    }
}
