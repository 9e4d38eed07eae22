"""Take-and-break games: codes, and rules that split a heap."""

from __future__ import annotations

from grundy.rules.codes import hexadecimal, octal

from .declaring import code_game, game

lasker = game(
    "lasker",
    "n -> n-t | a & b where a+b == n and a >= 1 and b >= 1",
    words="Take any number from a heap, or split it into two heaps that are not empty. "
    "g(4k+3) = 4k+4, g(4k+4) = 4k+3, else g(n) = n.",
    source="E. Lasker, Brettspiele der Völker (1931); Winning Ways, chapter 4; HDU 3032",
)

kayles = code_game(
    "kayles",
    "0.77",
    words="Take one or two adjacent pins from a row; what is left may be one row, two, or none. Period 12 from 71 on.",
    source="H. E. Dudeney and S. Loyd; Guy and Smith, The G-values of various games (1956)",
    oeis="A002186",
)

dawson_kayles = code_game(
    "dawson_kayles",
    "0.07",
    words="Take two adjacent pins from a row; what is left may be one row, two, or none. Period 34 from 53 on.",
    source="Guy and Smith, The G-values of various games (1956); Project Euler 306",
    oeis="A002187",
)

dawson_chess = code_game(
    "dawson_chess",
    "0.137",
    words="Take a file of the board with its neighbours: code 0.137. g(n) is Dawson's Kayles at n+1. Period 34 from "
    "52 on.",
    source="T. R. Dawson (1935); Guy and Smith, The G-values of various games (1956)",
    oeis="A002187",
)

grundy_game = game(
    "grundy_game",
    "n -> a & b where a+b == n and 1 <= a < b",
    words="Split a heap into two heaps of different sizes, both not empty. It is not known whether the values are "
    "periodic.",
    source="P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
    oeis="A002188",
)

__all__ = ["dawson_chess", "dawson_kayles", "grundy_game", "hexadecimal", "kayles", "lasker", "octal"]
