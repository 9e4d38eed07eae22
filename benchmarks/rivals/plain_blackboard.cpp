// 51Nod 1661 as published solutions read and print it: the values by recursion, then the first number that can be
// replaced, and by what.
#include <cstdio>
#include <vector>

typedef long long num;

num k;

num value(num n) {
    if (n <= 1) return 0;
    num a = (n - 1) / k, b = (n - 1) % k;
    return b ? a * (k - 1) + b : value(a);
}

int main() {
    int count;
    while (std::scanf("%d %lld", &count, &k) == 2) {
        std::vector<num> numbers(count);
        num total = 0;
        for (num &n : numbers) {
            if (std::scanf("%lld", &n) != 1) return 1;
            if (k > 1) total ^= value(n);
        }
        if (total == 0) {
            std::puts("Bob");
            continue;
        }
        for (int i = 0; i < count; i++) {
            num n = numbers[i], wanted = value(n) ^ total, least = (n - 1) / k + 1;
            if (n < 2 || wanted > n - least) continue;
            num y = wanted == 0 ? 1 : (wanted - 1) / (k - 1) * k + (wanted - 1) % (k - 1) + 2;
            while (y < least) y = y * k + 1;
            std::printf("Alice %d %lld\n", i + 1, y);
            break;
        }
    }
}
