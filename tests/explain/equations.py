"""The equations that stand in a sentence, worked out again: 10 = 2*4 + 2, g(10) = g(2) = 2, 3 xor 5 = 6."""

import re
from collections.abc import Callable

TOKEN = r"(?:\d+|(?:g|h\d*)\(\d+(?:, \d+)*\)|xor|mod|[-+*^()/])"
SIDE = rf"{TOKEN}(?: ?{TOKEN})*"
CHAIN = re.compile(rf"(?<![\w.*+^…-]){SIDE}(?: = {SIDE})+(?![\w*^…])")
CALL = re.compile(r"(g|h\d*)\((\d+(?:, \d+)*)\)")
BELOW = ("In base 2: ", "写成二进制：", "Written in ", "书写：", "写成 ")


def chains(sentence: str) -> list[list[str]]:
    """The sides of the equations of a sentence; those with digits of other bases are left out."""
    if any(words in sentence for words in BELOW):
        return []
    found = [[balanced(side) for side in match[0].split(" = ")] for match in CHAIN.finditer(sentence)]
    return [sides for sides in found if not any(re.match(r"[-+*/^]|mod|xor", side) for side in sides)]


def balanced(side: str) -> str:
    """A side without a bracket that opens before the equation or closes behind it."""
    extra = side.count("(") - side.count(")")
    return side.rpartition("(")[2] if extra > 0 else side.partition(")")[0] if extra < 0 else side


def worked_out(side: str, value: Callable[[str, tuple[int, ...]], int | None]) -> int | None:
    """The value of one side; None where a function's value in it is not known."""
    unknown = False

    def called(match: re.Match[str]) -> str:
        nonlocal unknown
        found = value(match[1], tuple(int(n) for n in match[2].split(", ")))
        unknown = unknown or found is None
        return str(found or 0)

    text = CALL.sub(called, side)
    text = text.replace("^", "**").replace("xor", "^").replace("mod", "%").replace("/", "//")
    text = re.sub(r"\b0+(\d)", r"\1", text)
    assert re.fullmatch(r"[-\d+*%^()/ ]+", text), side
    result = eval(text)
    return None if unknown else result


def check(sentences: list[str], g: Callable[[tuple[int, ...]], int]) -> int:
    """The number of equations, all of which hold: g is given, and h whatever the first equation for it says."""
    h: dict[tuple[str, tuple[int, ...]], int] = {}
    count = 0

    def value(name: str, component: tuple[int, ...]) -> int | None:
        return g(component) if name == "g" else h.get((name, component))

    for sides in (sides for sentence in [*reversed(sentences), *sentences] for sides in chains(sentence)):
        results = [worked_out(side, value) for side in sides]
        known = {r for r in results if r is not None}
        assert len(known) <= 1, (sides, results, sentences)
        for side, result in zip(sides, results, strict=True):
            call = CALL.fullmatch(side)
            if result is None and call and known:
                h[call[1], tuple(int(n) for n in call[2].split(", "))] = next(iter(known))
        count += 1
    return count // 2
