// Grundy values of an octal code by its definition: all splits of every heap, a stamp for each value seen.
//
// naive_codes DIGITS HEAPS ROUNDS, with the digits d0 d1 d2 … in one word ("077" for 0.77), prints the least CPU
// seconds of the rounds and a checksum of g(0), …, g(HEAPS - 1): h = h * 1000003 + g mod 2^64. An upper case digit
// U stands for "two heaps that differ" (Grundy's game: "U").

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

static std::vector<int> grundy(const std::string& digits, int heaps) {
    std::vector<int> g(heaps), seen(1 << 16, -1);
    for (int n = 0; n < heaps; ++n) {
        for (int t = 0; t < static_cast<int>(digits.size()) && t <= n; ++t) {
            const int rest = n - t;
            if (digits[t] == 'U') {
                for (int a = 1; 2 * a < rest; ++a) seen[g[a] ^ g[rest - a]] = n;
                continue;
            }
            const int d = digits[t] - '0';
            if ((d & 1) && rest == 0) seen[0] = n;
            if ((d & 2) && rest > 0) seen[g[rest]] = n;
            if (d & 4)
                for (int a = 1; 2 * a <= rest; ++a) seen[g[a] ^ g[rest - a]] = n;
        }
        int mex = 0;
        while (seen[mex] == n) ++mex;
        g[n] = mex;
    }
    return g;
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const std::string digits = argv[1];
    const int heaps = std::atoi(argv[2]), rounds = std::atoi(argv[3]);
    double best = 1e9;
    std::uint64_t hash = 0;
    for (int i = 0; i < rounds; ++i) {
        const std::clock_t start = std::clock();
        const std::vector<int> g = grundy(digits, heaps);
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        if (seconds < best) best = seconds;
        hash = 0;
        for (int x : g) hash = hash * 1000003u + static_cast<std::uint64_t>(x);
    }
    std::printf("%.6f %llu\n", best, static_cast<unsigned long long>(hash));
}
