// Wythoff's game in integers.
#include <cstdio>
#include <algorithm>
int main() {
    long long a, b;
    while (scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        long long d = b - a, c = a * a - a * d - d * d;  // 0 < c + a + d, c < ... : a = floor(phi d) exactly
        // a <= phi d  iff  a^2 - a d - d^2 <= 0;  a + 1 > phi d  iff  (a+1)^2 - (a+1) d - d^2 > 0
        __int128 low = (__int128)a * a - (__int128)a * d - (__int128)d * d;
        __int128 high = (__int128)(a + 1) * (a + 1) - (__int128)(a + 1) * d - (__int128)d * d;
        (void)c;
        printf("%d\n", low <= 0 && high > 0 ? 0 : 1);
    }
}
