/* Sums of two slices that are wanted, 64 at a time: which of them is in a set of 256 numbers.
 *
 * A set is 256 bits. AVX-512 looks a number's byte up by its five high bits in a table of 64 bytes, and its bit by the
 * three low ones; AVX2 does the same with tables of 16 bytes. What the machine can do is asked for when it runs, so
 * one library serves all. Without these, every sum counts as wanted: marks are the same, slower.
 */
#ifndef GRUNDY_SIEVE_H
#define GRUNDY_SIEVE_H

#include <stddef.h>
#include <stdint.h>

#define GRUNDY_MOST 64 /* blocks of 64 sums in one pass */

/* Blocks are visited in strides, so that the first few are from everywhere. */
typedef struct {
    ptrdiff_t at, first, stride, blocks;
} grundy_walk;

static inline ptrdiff_t grundy_step(grundy_walk *walk) {
    const ptrdiff_t here = 64 * walk->at;
    walk->at += walk->stride;
    if (walk->at >= walk->blocks) walk->at = ++walk->first;
    return here;
}

/* The low bytes of the wanted sums of so many blocks, written to *out*; *set* becomes what is not marked. */
typedef ptrdiff_t grundy_pass(const void *a, const void *b, int width, grundy_walk *walk, ptrdiff_t count,
                              const uint8_t *marks, uint8_t mark, int page, uint64_t *set, uint8_t *out);

static ptrdiff_t grundy_pass_plain(const void *a, const void *b, int width, grundy_walk *walk, ptrdiff_t count,
                                   const uint8_t *marks, uint8_t mark, int page, uint64_t *set, uint8_t *out) {
    ptrdiff_t i, n = 0;
    int k;
    for (k = 0; k < 4; k++) set[k] = 0;
    for (k = 0; k < 256; k++) set[k >> 6] |= (uint64_t)(marks[k] != mark) << (k & 63);
    for (i = 0; i < count; i++) {
        const ptrdiff_t here = grundy_step(walk);
        for (k = 0; k < 64; k++) {
            const unsigned sum = width == 1 ? ((const uint8_t *)a)[here + k] ^ ((const uint8_t *)b)[here + k]
                                            : ((const uint16_t *)a)[here + k] ^ ((const uint16_t *)b)[here + k];
            out[n] = (uint8_t)sum;
            n += (int)(sum >> 8) == page;
        }
    }
    return n;
}

#if defined(__x86_64__) && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 9))
#include <cpuid.h>
#include <immintrin.h>

#define GRUNDY_512 __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")))
#define GRUNDY_256 __attribute__((target("avx2,bmi,popcnt")))
#define GRUNDY_IN static inline __attribute__((always_inline))
#define GRUNDY_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))

static const uint8_t grundy_even[64] = {
    0,  2,  4,  6,  8,  10, 12, 14, 16, 18, 20, 22,  24,  26,  28,  30,  32,  34,  36,  38,  40,  42,
    44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64, 66,  68,  70,  72,  74,  76,  78,  80,  82,  84,  86,
    88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110, 112, 114, 116, 118, 120, 122, 124, 126};

GRUNDY_512 GRUNDY_IN __m512i grundy_sum_512(const void *a, const void *b, ptrdiff_t at) {
    const char *p = (const char *)a + at, *q = (const char *)b + at;
    return _mm512_xor_si512(_mm512_loadu_si512(p), _mm512_loadu_si512(q));
}

GRUNDY_512 GRUNDY_IN ptrdiff_t grundy_blocks_512(const void *a, const void *b, int width, grundy_walk *walk,
                                                 ptrdiff_t count, int page, __m512i table, uint8_t *out) {
    const __m512i bits = _mm512_set1_epi64(0x8040201008040201LL), high = _mm512_set1_epi8((char)page);
    const __m512i even = _mm512_loadu_si512(grundy_even), odd = _mm512_add_epi8(even, _mm512_set1_epi8(1));
    grundy_walk place = *walk;
    ptrdiff_t i, n = 0;
    for (i = 0; i < count; i++) {
        const ptrdiff_t here = grundy_step(&place);
        __mmask64 hit = ~(__mmask64)0;
        __m512i sums = grundy_sum_512(a, b, here * width);
        if (width == 2) {
            const __m512i more = grundy_sum_512(a, b, 2 * here + 64);
            hit = _mm512_cmpeq_epi8_mask(_mm512_permutex2var_epi8(sums, odd, more), high);
            sums = _mm512_permutex2var_epi8(sums, even, more);
        }
        hit = _mm512_mask_test_epi8_mask(hit, _mm512_permutexvar_epi8(_mm512_srli_epi16(sums, 3), table),
                                         _mm512_permutexvar_epi8(sums, bits));
        _mm512_storeu_si512(out + n, _mm512_maskz_compress_epi8(hit, sums));
        n += __builtin_popcountll(hit);
    }
    *walk = place;
    return n;
}

GRUNDY_512 static ptrdiff_t grundy_pass_512(const void *a, const void *b, int width, grundy_walk *walk,
                                            ptrdiff_t count, const uint8_t *marks, uint8_t mark, int page,
                                            uint64_t *set, uint8_t *out) {
    const __m512i every = _mm512_set1_epi8((char)mark);
    const uint64_t s = _mm512_cmpneq_epi8_mask(_mm512_loadu_si512(marks), every);
    const uint64_t t = _mm512_cmpneq_epi8_mask(_mm512_loadu_si512(marks + 64), every);
    const uint64_t u = _mm512_cmpneq_epi8_mask(_mm512_loadu_si512(marks + 128), every);
    const uint64_t v = _mm512_cmpneq_epi8_mask(_mm512_loadu_si512(marks + 192), every);
    const __m512i table = _mm512_set_epi64(v, u, t, s, v, u, t, s);
    set[0] = s, set[1] = t, set[2] = u, set[3] = v;
    if (!(s | t | u | v)) return 0;
    return width == 1 ? grundy_blocks_512(a, b, 1, walk, count, page, table, out)
                      : grundy_blocks_512(a, b, 2, walk, count, page, table, out);
}

GRUNDY_256 GRUNDY_IN __m256i grundy_sum_256(const void *a, const void *b, ptrdiff_t at) {
    return _mm256_xor_si256(GRUNDY_LOAD((const char *)a + at), GRUNDY_LOAD((const char *)b + at));
}

/* Of 32 sums the low bytes; and which of these are in a set, among those with the high byte *page*. */
GRUNDY_256 GRUNDY_IN uint32_t grundy_in_256(const void *a, const void *b, int width, ptrdiff_t here, __m256i page,
                                            __m256i low, __m256i high, uint8_t *out) {
    const __m256i bytes = _mm256_set1_epi16(255), bits = _mm256_set1_epi64x(0x8040201008040201LL);
    __m256i sums = grundy_sum_256(a, b, here * width), rest = page, row, bit;
    if (width == 2) {
        const __m256i more = grundy_sum_256(a, b, 2 * here + 32);
        rest = _mm256_packus_epi16(_mm256_srli_epi16(sums, 8), _mm256_srli_epi16(more, 8));
        sums = _mm256_packus_epi16(_mm256_and_si256(sums, bytes), _mm256_and_si256(more, bytes));
    }
    row = _mm256_and_si256(_mm256_srli_epi16(sums, 3), _mm256_set1_epi8(15));
    row = _mm256_blendv_epi8(_mm256_shuffle_epi8(low, row), _mm256_shuffle_epi8(high, row), sums);
    bit = _mm256_shuffle_epi8(bits, _mm256_and_si256(sums, _mm256_set1_epi8(7)));
    row = _mm256_cmpeq_epi8(_mm256_and_si256(row, bit), bit);
    _mm256_storeu_si256((__m256i *)out, sums);
    return (uint32_t)_mm256_movemask_epi8(width == 2 ? _mm256_and_si256(row, _mm256_cmpeq_epi8(rest, page)) : row);
}

GRUNDY_256 GRUNDY_IN ptrdiff_t grundy_blocks_256(const void *a, const void *b, int width, grundy_walk *walk,
                                                 ptrdiff_t count, int page, const uint64_t *set, uint8_t *out) {
    const __m256i low = _mm256_set_epi64x(set[1], set[0], set[1], set[0]);
    const __m256i high = _mm256_set_epi64x(set[3], set[2], set[3], set[2]), pages = _mm256_set1_epi8((char)page);
    grundy_walk place = *walk;
    uint8_t sums[64];
    ptrdiff_t i, n = 0;
    int k;
    for (i = 0; i < count; i++) {
        const ptrdiff_t here = grundy_step(&place);
        const uint32_t x = grundy_in_256(a, b, width, here, pages, low, high, sums);
        const uint32_t y = grundy_in_256(a, b, width, here + 32, pages, low, high, sums + 32);
        uint64_t hit = x | (uint64_t)y << 32;
        const ptrdiff_t next = n + __builtin_popcountll(hit);
        for (k = 0; k < 4; k++, hit &= hit - 1) out[n + k] = sums[_tzcnt_u64(hit) & 63]; /* mostly enough: no branch */
        for (n += 4; hit; hit &= hit - 1) out[n++] = sums[_tzcnt_u64(hit)];
        n = next;
    }
    *walk = place;
    return n;
}

GRUNDY_256 static ptrdiff_t grundy_pass_256(const void *a, const void *b, int width, grundy_walk *walk,
                                            ptrdiff_t count, const uint8_t *marks, uint8_t mark, int page,
                                            uint64_t *set, uint8_t *out) {
    const __m256i every = _mm256_set1_epi8((char)mark);
    int k;
    for (k = 0; k < 4; k++) {
        const uint32_t x = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(GRUNDY_LOAD(marks + 64 * k), every));
        const uint32_t y = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(GRUNDY_LOAD(marks + 64 * k + 32), every));
        set[k] = ~(x | (uint64_t)y << 32);
    }
    if (!(set[0] | set[1] | set[2] | set[3])) return 0;
    return width == 1 ? grundy_blocks_256(a, b, 1, walk, count, page, set, out)
                      : grundy_blocks_256(a, b, 2, walk, count, page, set, out);
}

/* 2 with AVX-512 and its moves of bytes, 1 with AVX2, 0 with neither; the system must keep their registers, too. */
static int grundy_asked(void) {
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1) || !(c >> 23 & 1)) return 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
    if ((low & 0xe6) == 0xe6 && (b >> 16 & 1) && (b >> 30 & 1) && (c >> 1 & 1) && (c >> 6 & 1)) return 2;
    return (b >> 5 & 1) && (b >> 3 & 1);
}
#else
#define grundy_pass_512 grundy_pass_plain
#define grundy_pass_256 grundy_pass_plain

static int grundy_asked(void) { return 0; }
#endif

static int grundy_level(void) {
    static int level = -1; /* asking takes long on some virtual machines */
    if (level < 0) level = grundy_asked();
    return level;
}

/* Mark the sums a[i] ^ b[i], i < 64 * blocks, whose high byte is *page*; the least number not marked, or 256. */
static int grundy_sieve(const void *a, const void *b, int width, ptrdiff_t blocks, uint8_t *marks, uint8_t mark,
                        int page, int level) {
    grundy_pass *const pass = level > 1 ? grundy_pass_512 : level ? grundy_pass_256 : grundy_pass_plain;
    grundy_walk walk = {0, 0, blocks / 8 + 1, blocks};
    uint8_t out[64 * GRUNDY_MOST + 64];
    uint64_t set[4];
    ptrdiff_t most = 1, count, i, n;
    int k = 0, bit = 0;
    for (;; blocks -= count, most *= 2) {
        if (most > GRUNDY_MOST) most = GRUNDY_MOST;
        count = blocks < most ? blocks : most;
        n = pass(a, b, width, &walk, count, marks, mark, page, set, out);
        if (!count || !(set[0] | set[1] | set[2] | set[3])) break;
        for (i = 0; i < n; i++) marks[out[i]] = mark;
    }
    while (k < 4 && !set[k]) k++;
    if (k == 4) return 256;
    while (!(set[k] >> bit & 255)) bit += 8;
    while (!(set[k] >> bit & 1)) bit++;
    return 64 * k + bit;
}

#endif
