// POJ 1067, exact for all numbers below 2^62, tuned to the limit.
#include "tuned.h"

int main() {
    start();
    uint64_t a, b;
    while (number(a) && number(b)) {
        uint64_t d = a > b ? a - b : b - a, m = a > b ? b : a;
        uint64_t s = d + (uint64_t)((unsigned __int128)d * 0x9E3779B97F4A7C15u >> 64) + 1;
        // floor(phi·d) is s or s - 1: s² - s·d - d² < 0 exactly where s < phi·d
        uint64_t lower = (int64_t)(s * s - s * d - d * d) < 0 ? s : s - 1;
        *out++ = m == lower ? '0' : '1';
        *out++ = '\n';
    }
    return finish();
}
