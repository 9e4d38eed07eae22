// The blackboard game, with products in 128 bits.
#include <cstdio>
#include <vector>
typedef long long ll;
ll value(ll a, ll k) {
    while (a > 1 && (a - 1) % k == 0) a = (a - 1) / k;
    return a - 1 - (a - 1) / k;
}
ll with_value(ll v, ll k, ll most) {
    __int128 y = v == 0 ? 1 : (__int128)((v - 1) / (k - 1)) * k + (v - 1) % (k - 1) + 2;
    while (y * k + 1 <= most) y = y * k + 1;
    return y > most ? most + 1 : (ll)y;
}
int main() {
    ll n, k;
    while (scanf("%lld %lld", &n, &k) == 2) {
        std::vector<ll> a(n);
        ll total = 0;
        for (ll &x : a) { scanf("%lld", &x); total ^= value(x, k); }
        bool found = false;
        for (ll i = n - 1; i >= 0 && !found && total; i--) {
            ll y = with_value(value(a[i], k) ^ total, k, a[i] - 1);
            if (y < a[i] && (__int128)y * k >= a[i]) { printf("Alice %lld %lld\n", i + 1, y); found = true; }
        }
        if (!found) puts("Bob");
    }
}
