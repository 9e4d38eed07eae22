// The blackboard game with 64-bit chains y*k+1.
#include <cstdio>
#include <vector>
long long value(long long a, long long k) {
    while (a > 1 && (a - 1) % k == 0) a = (a - 1) / k;
    return a - 1 - (a - 1) / k;
}
long long with_value(long long v, long long k, long long most) {
    if (v == 0) {
        long long y = 1;
        while (y * k + 1 <= most && y * k + 1 > 0) y = y * k + 1;
        return y;
    }
    long long y = (v - 1) / (k - 1) * k + (v - 1) % (k - 1) + 2;
    while (y * k + 1 <= most && y * k + 1 > 0) y = y * k + 1;
    return y;
}
int main() {
    long long n, k;
    while (scanf("%lld %lld", &n, &k) == 2) {
        std::vector<long long> a(n);
        long long total = 0;
        for (long long &x : a) { scanf("%lld", &x); total ^= value(x, k); }
        bool found = false;
        for (long long i = 0; i < n && !found && total; i++) {
            long long y = with_value(value(a[i], k) ^ total, k, a[i] - 1);
            if (y < a[i] && (__int128)y * k >= a[i]) { printf("Alice %lld %lld\n", i + 1, y); found = true; }
        }
        if (!found) puts("Bob");
    }
}
