"""Games in which the numbers that may be taken are squares, divisors or coprime numbers, or follow the last move."""

from __future__ import annotations

from .declaring import game

take_a_square = game(
    "take_a_square",
    "n -> n-t where t in squares",
    words="Take a square number of objects: 1, 4, 9, …",
    source="S. W. Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966); Project "
    "Euler 310",
    oeis="A014586",
)

fibonacci_nim = game(
    "fibonacci_nim",
    "n, m -> n-t, 2*t where 1 <= t <= m",
    start="n, n-1",
    words="Take 1 to m objects; after t are taken the next player may take up to 2t. The first move may take all "
    "but one. "
    "The mover loses when n is a Fibonacci number.",
    source="M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963); HDU 2516; Project Euler 366",
    oeis="A000045",
)

divisor_nim = game(
    "divisor_nim",
    "n -> n-t where t in proper_divisors(n)",
    least=1,
    words="Take a proper divisor of the heap's size. The value is the exponent of 2 in n.",
    source="Project Euler 509",
    oeis="A007814",
)

divisor_replacement = game(
    "divisor_replacement",
    "n -> d where d in proper_divisors(n)",
    least=1,
    words="Replace a number by one of its proper divisors. The value is the number of its prime factors with "
    "multiplicity.",
    source="AtCoder ABC 368 F",
    oeis="A001222",
)

coprime_nim = game(
    "coprime_nim",
    "n -> n-t where t in coprime(n)",
    least=1,
    words="Take a number of objects that has no common divisor with the heap's size; the last one stays. "
    "The value of n > 1 is the index of its least prime factor.",
    source="Iannucci and Larsson, Game values of arithmetic functions (2021)",
    oeis="A055396",
)
