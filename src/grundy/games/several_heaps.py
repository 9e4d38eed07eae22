"""Games on components of several heaps: Wythoff's and its variants, Moore's, chess pieces on a quarter board."""

from __future__ import annotations

from .declaring import compound_family, game
from .one_heap import nim

wythoff = game(
    "wythoff",
    "a, b -> a-t, b | a, b-t | a-t, b-t",
    words="Take any number from one heap, or the same number from both. "
    "The P-positions are the pairs floor(i*phi), floor(i*phi^2).",
    source="W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)",
    oeis="A317205",
)

wythoff_r = game(
    "wythoff_r",
    "a, b -> a-t, b | a, b-t | a-s, b-t where s >= 1 and t >= 1 and abs(s-t) < r",
    params="r",
    words="Take any number from one heap, or s from one and t from the other, both at least 1, that differ by less "
    "than r. "
    "r = 1 is Wythoff's game.",
    source="A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982)",
)

euclid = game(
    "euclid",
    "a, b -> a-t*b, b where b >= 1 | a, b-t*a where a >= 1",
    words="Take a multiple (at least once) of one heap from the other. Play ends when a heap is empty.",
    source="A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Math. Gazette 53 (1969)",
)

moore = compound_family(
    "moore",
    nim,
    words="Take any numbers from at least one and at most k heaps. moore(1) is Nim. P-positions: in base 2, each "
    "digit's sum "
    "over the heaps is divisible by k+1.",
    source="E. H. Moore, A generalization of the game called nim, Annals of Mathematics 11 (1910)",
)

rook = game(
    "rook",
    "a, b -> a-t, b | a, b-t",
    words="A rook on a quarter board moves along its row or column towards the corner: Nim on two heaps.",
    source="Berlekamp, Conway, Guy, Winning Ways, chapter 3",
    oeis="A003987",
)

king = game(
    "king",
    "a, b -> a-1, b | a, b-1 | a-1, b-1",
    words="A king on a quarter board takes a step towards the corner: left, down, or both.",
    source="Berlekamp, Conway, Guy, Winning Ways, chapter 3",
)

queen = game(
    "queen",
    "a, b -> a-t, b | a, b-t | a-t, b-t",
    words="A queen on a quarter board moves along row, column or diagonal towards the corner: Wythoff's game.",
    source="R. P. Isaacs; Berlekamp, Conway, Guy, Winning Ways, chapter 3",
    oeis="A317205",
)

knight = game(
    "knight",
    "a, b -> a-2, b-1 | a-1, b-2 | a-2, b+1 | a+1, b-2",
    words="A knight on a quarter board makes one of its four jumps that bring it nearer to the corner.",
    source="Berlekamp, Conway, Guy, Winning Ways, chapter 3 (White Knight)",
)

bishop = game(
    "bishop",
    "a, b -> a-t, b-t",
    words="A bishop on a quarter board moves down its diagonal, to the left, as far as it likes. "
    "The value is min(a, b).",
    source="Berlekamp, Conway, Guy, Winning Ways, chapter 3",
    oeis="A003983",
)
