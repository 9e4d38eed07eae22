// The race by divisions, without an end for n = 0.
#include <cstdio>
int main() {
    volatile double n;
    while (scanf("%lf", (double *)&n) == 1) {
        bool nic = false;
        do {
            nic = !nic;
            n /= nic ? 9 : 2;
            while (n == 0) {}
        } while (n > 1);
        puts(nic ? "Nic wins." : "Susan wins.");
    }
}
