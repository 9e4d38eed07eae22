"""Grundy values straight from rules: the oracle of these tests."""


def mex(values):
    found = set(values)
    least = 0
    while least in found:
        least += 1
    return least


def heap_values(options, count, least=0):
    """g(least), …; *options(n)* gives tuples of heaps."""
    g = {}
    for n in range(least, least + count):
        reached = set()
        for heaps in options(n):
            total = 0
            for heap in heaps:
                total ^= g[heap]
            reached.add(total)
        g[n] = mex(reached)
    return [g[n] for n in range(least, least + count)]


def subtraction(moves, count):
    return heap_values(lambda n: [(n - t,) for t in moves if t <= n], count)


def outcomes(values):
    return ["N" if value else "P" for value in values]


def pair_values(options, height, width=None):
    width = width or height
    g = {}

    def value(pair):
        if pair not in g:
            g[pair] = mex({value(option) for option in options(*pair)})
        return g[pair]

    return tuple(tuple(value((a, b)) for b in range(width)) for a in range(height))


def kayles(n):
    return [(a, rest - a) for rest in (n - 1, n - 2) if rest >= 0 for a in range(rest // 2 + 1)]


def octal_07(n):
    return [(a, n - 2 - a) for a in range((n - 2) // 2 + 1)] if n >= 2 else []


def grundys_game(n):
    return [(a, n - a) for a in range(1, (n + 1) // 2)]


def couples(n):
    """0.6: one is taken, and the rest is left as one heap or two."""
    return [(a, n - 1 - a) for a in range((n - 1) // 2 + 1)] if n >= 2 else []


def lasker(n):
    return [(n - t,) for t in range(1, n + 1)] + [(a, n - a) for a in range(1, n)]


def turnips(n):
    return [(n - 2 * b, n - b) for b in range(1, n // 2 + 1)]


def two_x(k):
    """Codeforces 603C: take one, or split 2x into k piles of x."""
    return lambda n: ([(n - 1,)] if n else []) + ([(n // 2,) * k] if n and n % 2 == 0 else [])
