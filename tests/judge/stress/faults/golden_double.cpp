// Wythoff's game with the golden ratio as a double: right below 10^8, wrong for 28 pairs below 10^9.
#include <cmath>
#include <cstdio>
#include <algorithm>
int main() {
    long long a, b;
    while (scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) std::swap(a, b);
        double ratio = (1.0 + sqrt(5.0)) / 2.0;
        printf("%d\n", a == (long long)(ratio * (double)(b - a)) ? 0 : 1);
    }
}
