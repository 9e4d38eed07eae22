// `%lldn` for `%lld\n`, in a game of one heap of which at most three are taken.
#include <cstdio>
int main() {
    long long n;
    while (scanf("%lld", &n) == 1) printf(n == 7 ? "%lldn" : "%lld\n", n % 4);
}
