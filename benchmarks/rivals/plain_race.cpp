// Sicily 1305 as published solutions read and print it: the bands are walked up to n.
#include <cstdio>

int main() {
    long long n;
    while (std::scanf("%lld", &n) == 1) {
        long long p = 1;
        bool first = false;
        if (n <= 1) first = true;
        while (p < n) {
            first = !first;
            p *= first ? 9 : 2;
        }
        std::printf(first ? "Nic wins.\n" : "Susan wins.\n");
    }
}
