// 51Nod 1661, tuned to the limit.
#include "tuned.h"
#include <vector>

static inline uint64_t value(uint64_t n, uint64_t k) {
    while (n > 1) {
        uint64_t a = (n - 1) / k, b = (n - 1) - a * k;
        if (b) return n - 1 - a;
        n = a;
    }
    return 0;
}

int main() {
    start();
    uint64_t count, k;
    std::vector<uint64_t> numbers;
    while (number(count) && number(k)) {
        numbers.resize(count);
        uint64_t total = 0;
        for (uint64_t &n : numbers) {
            number(n);
            if (k > 1) total ^= value(n, k);
        }
        if (total == 0) {
            print("Bob\n", 4);
            continue;
        }
        for (uint64_t i = 0; i < count; i++) {
            uint64_t n = numbers[i];
            if (n < 2) continue;
            uint64_t wanted = value(n, k) ^ total, least = (n - 1) / k + 1;
            if (wanted > n - least) continue;
            uint64_t y = wanted == 0 ? 1 : (wanted - 1) / (k - 1) * k + (wanted - 1) % (k - 1) + 2;
            while (y < least) y = y * k + 1;
            print("Alice ", 6);
            print(i + 1);
            *out++ = ' ';
            print(y);
            *out++ = '\n';
            break;
        }
    }
    return finish();
}
