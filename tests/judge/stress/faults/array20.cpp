// Nim with room for 20 heaps.
#include <cstdio>
int main() {
    int m;
    while (scanf("%d", &m) == 1) {
        int x[20] = {0}, total = 0, next;
        for (int i = 0; i < m; i++) { scanf("%d", &next); if (i < 20) x[i] = next; }
        for (int i = 0; i < 20; i++) total ^= x[i];
        puts(total ? "Yes" : "No");
    }
}
