// POJ 2234, tuned to the limit.
#include "tuned.h"

int main() {
    start();
    uint64_t m, x = 0;
    while (number(m)) {
        uint64_t total = 0;
        while (m--) {
            number(x);
            total ^= x;
        }
        if (total) print("Yes\n", 4);
        else print("No\n", 3);
    }
    return finish();
}
