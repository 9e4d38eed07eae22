// The blackboard game's outcome with every pair of numbers looked at: right, and too slow for 10^5 numbers.
#include <cstdio>
#include <vector>
typedef long long ll;
volatile ll sink;
ll value(ll a, ll k) {
    while (a > 1 && (a - 1) % k == 0) a = (a - 1) / k;
    return a - 1 - (a - 1) / k;
}
int main() {
    ll n, k;
    while (scanf("%lld %lld", &n, &k) == 2) {
        std::vector<ll> a(n), g(n);
        for (ll &x : a) scanf("%lld", &x);
        for (ll i = 0; i < n; i++) g[i] = value(a[i], k);
        ll place = -1, found = 0;
        for (ll i = 0; i < n && place < 0; i++) {
            ll rest = 0;
            for (ll j = 0; j < n; j++) { if (j != i) rest ^= g[j]; sink = rest; }
            __int128 y = rest == 0 ? 1 : (__int128)((rest - 1) / (k - 1)) * k + (rest - 1) % (k - 1) + 2;
            while (y < a[i] && y * k < a[i]) y = y * k + 1;
            if (rest != g[i] && y < a[i]) { place = i; found = (ll)y; }
        }
        if (place < 0) puts("Bob"); else printf("Alice %lld %lld\n", place + 1, found);
    }
}
