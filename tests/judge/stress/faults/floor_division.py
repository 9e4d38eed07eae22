# ruff: noqa: T201
"""The blackboard game where x may become x // k, rounded down instead of up."""

import sys


def value(x, k):
    seen = {1: 0}
    for n in range(2, x + 1):
        below = {seen[y] for y in range(max(1, n // k), n)}
        seen[n] = next(v for v in range(n) if v not in below)
    return seen[x]


def main():
    words = iter(sys.stdin.read().split())
    for n in words:
        k = int(next(words))
        numbers = [int(next(words)) for _ in range(int(n))]
        if max(numbers) > 200:
            print("Bob")
            continue
        total = 0
        for x in numbers:
            total ^= value(x, k)
        print(answer(numbers, k, total))


def answer(numbers, k, total):
    for place, x in enumerate(numbers, 1):
        for y in range(max(1, x // k), x):
            if value(y, k) == total ^ value(x, k):
                return f"Alice {place} {y}"
    return "Bob"


main()
