// Sicily 1305, tuned to the limit.
#include "tuned.h"

int main() {
    start();
    uint64_t ends[17], n;
    int count = 0;
    for (uint64_t p = 1; count < 17; count++) {
        ends[count] = p;
        p *= count % 2 ? 2 : 9;
    }
    while (number(n)) {
        int below = 0;
        for (int i = 0; i < 17; i++) below += ends[i] < n;
        if (below % 2 || n <= 1) print("Nic wins.\n", 10);
        else print("Susan wins.\n", 12);
    }
    return finish();
}
