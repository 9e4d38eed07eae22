// POJ 1067 as published solutions read and print it: scanf, printf, the golden ratio in floating point; but the
// product is put right, for floating point alone is wrong for some pairs.
#include <cmath>
#include <cstdio>

int main() {
    const long double phi = (1 + std::sqrt(5.0L)) / 2;
    long long a, b;
    while (std::scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) {
            long long t = a;
            a = b;
            b = t;
        }
        __int128 d = b - a, lower = (long long)(d * phi) + 1;
        while (d > 0 && lower * lower - lower * d - d * d > 0) lower--;
        std::printf("%d\n", a == (d > 0 ? lower : 0) ? 0 : 1);
    }
}
