// Input and output to the limit: one read of the whole input, digits by hand, one write.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>

static unsigned char *at, *last;
static char *out, *begin;

static void start() {
    struct stat about;
    fstat(0, &about);
    size_t size = about.st_size;
    unsigned char *text = (unsigned char *)std::malloc(size + 1);
    size = std::fread(text, 1, size, stdin);
    text[size] = 0;
    at = text;
    last = text + size;
    begin = out = (char *)std::malloc(6 * size + 64);
}

static inline bool number(uint64_t &n) {
    while (at < last && *at <= 32) at++;
    if (at == last) return false;
    uint64_t found = 0;
    while ((unsigned char)(*at - 48) < 10) found = found * 10 + (*at++ - 48);
    n = found;
    return true;
}

static inline void print(const char *text, size_t size) {
    std::memcpy(out, text, size);
    out += size;
}

static inline void print(uint64_t n) {
    char digits[20];
    int i = 20;
    do digits[--i] = '0' + n % 10;
    while (n /= 10);
    print(digits + i, 20 - i);
}

static int finish() {
    std::fwrite(begin, 1, out - begin, stdout);
    return 0;
}
