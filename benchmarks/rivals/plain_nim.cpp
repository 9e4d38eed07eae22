// POJ 2234 as published solutions read and print it.
#include <cstdio>

int main() {
    int m, x;
    while (std::scanf("%d", &m) == 1) {
        int total = 0;
        while (m--) {
            if (std::scanf("%d", &x) != 1) return 1;
            total ^= x;
        }
        std::puts(total ? "Yes" : "No");
    }
}
