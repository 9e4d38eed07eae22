// Grundy values of Wythoff's game on an N x N board, in three ways.
//
// lines HOW N ROUNDS prints the least CPU and wall seconds of the rounds, and a checksum of the values row by row,
// h = h * 1000003 + g mod 2^64. HOW is "naive": all options of each cell, a stamp for each value seen; "bitsets": a bit
// for each value on each row, column and diagonal; "tuned": the same for the cells on and above the main diagonal only,
// from the first word on that may have a zero, the others being their mirror image.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

static std::vector<std::uint32_t> naive(int n) {
    std::vector<std::uint32_t> g(static_cast<std::size_t>(n) * n);
    std::vector<int> seen(4 * n + 8, -1);
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b) {
            const int cell = a * n + b;
            for (int i = 0; i < a; ++i) seen[g[i * n + b]] = cell;
            for (int j = 0; j < b; ++j) seen[g[a * n + j]] = cell;
            for (int t = 1; t <= a && t <= b; ++t) seen[g[(a - t) * n + b - t]] = cell;
            int mex = 0;
            while (seen[mex] == cell) ++mex;
            g[cell] = mex;
        }
    return g;
}

static std::vector<std::uint32_t> bitsets(int n) {
    const int words = (2 * n + 64) / 64;
    std::vector<std::uint32_t> g(static_cast<std::size_t>(n) * n);
    std::vector<std::uint64_t> columns(static_cast<std::size_t>(n) * words);
    std::vector<std::uint64_t> diagonals(static_cast<std::size_t>(2 * n) * words), row(words);
    for (int a = 0; a < n; ++a) {
        row.assign(words, 0);
        for (int b = 0; b < n; ++b) {
            std::uint64_t* c = &columns[static_cast<std::size_t>(b) * words];
            std::uint64_t* d = &diagonals[static_cast<std::size_t>(b - a + n) * words];
            int w = 0;
            while (!~(row[w] | c[w] | d[w])) ++w;
            const std::uint64_t free = ~(row[w] | c[w] | d[w]), bit = free & -free;
            row[w] |= bit, c[w] |= bit, d[w] |= bit;
            g[static_cast<std::size_t>(a) * n + b] = 64 * w + __builtin_ctzll(free);
        }
    }
    return g;
}

static std::vector<std::uint16_t> tuned(int n) {
    const int words = (2 * n + 64) / 64;
    std::vector<std::uint16_t> g(static_cast<std::size_t>(n) * n), full(n);
    std::vector<std::uint64_t> lines(static_cast<std::size_t>(n) * words), diagonals(static_cast<std::size_t>(n) * words);
    for (int a = 0; a < n; ++a) {
        std::uint64_t* row = &lines[static_cast<std::size_t>(a) * words];  // column a, which is row a so far
        int low = 0;
        for (int b = a; b < n; ++b) {
            std::uint64_t* c = &lines[static_cast<std::size_t>(b) * words];
            std::uint64_t* d = &diagonals[static_cast<std::size_t>(b - a) * words];
            std::uint16_t& start = full[b - a];
            int w = start > low ? start : low;
            while (!~(row[w] | c[w] | d[w])) ++w;
            const std::uint64_t free = ~(row[w] | c[w] | d[w]), bit = free & -free;
            row[w] |= bit, c[w] |= bit, d[w] |= bit;
            low += !~row[low];
            start += !~d[start];
            const int v = 64 * w + __builtin_ctzll(free);
            g[static_cast<std::size_t>(a) * n + b] = v;
            g[static_cast<std::size_t>(b) * n + a] = v;
        }
    }
    return g;
}

template <class Numbers>
static std::uint64_t hash(const Numbers& g) {
    std::uint64_t h = 0;
    for (auto x : g) h = h * 1000003u + x;
    return h;
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const std::string how = argv[1];
    const int n = std::atoi(argv[2]), rounds = std::atoi(argv[3]);
    double cpu = 1e9, wall = 1e9;
    std::uint64_t found = 0;
    for (int i = 0; i < rounds; ++i) {
        const std::clock_t start = std::clock();
        const auto begun = std::chrono::steady_clock::now();
        std::vector<std::uint32_t> wide;
        std::vector<std::uint16_t> narrow;
        if (how == "naive") wide = naive(n);
        else if (how == "bitsets") wide = bitsets(n);
        else narrow = tuned(n);
        const double used = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        if (used < cpu) cpu = used;
        if (passed < wall) wall = passed;
        found = wide.empty() ? hash(narrow) : hash(wide);
    }
    std::printf("%.6f %.6f %llu\n", cpu, wall, static_cast<unsigned long long>(found));
}
