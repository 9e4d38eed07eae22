"""A program that answers positions, whatever the language: constants, functions, and how its input is read.

The functions are a text in a small subset of Python with types, which `grundy.write.python` and `grundy.write.cpp`
print. The subset: functions, assignments (the first one of a name says its type), `if`, `while`, `for` over a range or
a list, integers, truth values, lists of heaps and texts. The types are

- `int`: 64 bits in C++; `wide`: 128 bits there; in Python both are integers of any size;
- `bool`, `str`, `Heaps` (a list of integers), `Options` (a list of `Heaps`), `Known` (from `Heaps` to integers).

`//` and `%` are used for non-negative numbers only, for which the languages agree; `floor_div(a, b)`,
`floor_mod(a, b)` and `ceil_div(a, b)` take any a and b > 0. `wide(x)` widens an integer before it is multiplied and
`int(x)` narrows it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from operator import index

from grundy.rules.values import Value

LARGEST = 2**63 - 1
"""The largest integer that a program of every target reads."""


Constant = tuple[str, int | tuple[int, ...] | str]
"""A name with a number, with a list of numbers, or with "Heaps" or "Known" for one that is empty and grows."""


class Case(Value):
    """Input in cases: names of numbers and lists, counted or not, up to a case for which *end* holds.

    Each item is a name and, for a list, its length: a number, or the name of an earlier item.
    """

    items: tuple[tuple[str, str | int | None], ...]
    counted: bool = False
    end: str = ""


class Lines(Value):
    """Input in lines: each line that is not empty is a position, its heaps split by blanks.

    A heap is a whole number from *least* to *most*, and a line holds as many of them as *counts* says (none: any number
    but 0). What is anything else is refused by the program, with a message and the status 1.
    """

    least: int = 0
    most: int = LARGEST
    counts: tuple[int, ...] = ()

    @property
    def expected(self) -> str:
        """What a line with another number of heaps is told.

        >>> Lines(counts=(1, 2)).expected, Lines(counts=(1,)).expected
        ('1 or 2 heaps', '1 heap')
        """
        return f"{' or '.join(map(str, self.counts))} {'heap' if self.counts == (1,) else 'heaps'}"


class Program(Value):
    """What is printed as a program: *notes* for its head, *constants*, the text of its functions, and its input.

    The function `answer` gives the line that is printed for a position: of the list of heaps where the input is in
    `Lines`, of the names of a case, and the number of the case after them, where it is in cases.
    """

    notes: tuple[str, ...]
    constants: tuple[Constant, ...]
    functions: str
    reading: Lines | Case = Lines()


class Piece(Value):
    """Constants and functions that belong together."""

    constants: tuple[Constant, ...] = ()
    functions: str = ""

    def __add__(self, other: Piece) -> Piece:
        return Piece(self.constants + other.constants, self.functions + other.functions)


def called(name: str, *arguments: str) -> str:
    """The text of a call.

    >>> called("grundy", "n", "", "k")
    'grundy(n, k)'
    """
    return f"{name}({', '.join(a for a in arguments if a)})"


def indented(lines: list[str], depth: int = 1) -> str:
    """*lines* behind so many levels of indentation, each with its end."""
    return "".join(f"{'    ' * depth}{line}\n" for line in lines)


def wrapped(text: str, width: int = 100) -> list[str]:
    """*text* in lines of at most *width* characters where its words allow.

    >>> wrapped("one two three", 8)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


_PLAIN = {
    "…": "...",
    "–": "-",
    "—": "-",
    "−": "-",
    "·": "*",
    "×": "*",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "²": "^2",
    "α": "alpha",
    "β": "beta",
    "φ": "phi",
    "’": "'",
    "è": "e",
}


def commented(notes: Sequence[str], sign: str) -> list[str]:
    r"""Notes as lines of comments that begin with *sign*: printable ASCII only, and nothing that a compiler reads.

    A backslash before the end of a line would go on in the next one, `??/` is another way to write it, and Python
    takes an encoding from the first lines.

    >>> commented(["one\ntwo \\", "coding: utf-7, é"], "#")
    ['# one two U+005C', '# coding - utf-7, U+00E9']
    """
    lines = []
    for note in notes:
        text = "".join(_plain(character) for character in note)
        text = re.sub(r"\?(?=\?)", "? ", re.sub(r"coding\s*[:=]", "coding -", text))
        lines += [f"{sign} {line}".rstrip() for line in wrapped(text) or [""]]
    return lines


def _plain(character: str) -> str:
    if (character.isascii() and character.isprintable() and character != "\\") or character.isspace():
        return character
    return _PLAIN.get(character, f"U+{ord(character):04X}")


def number_lines(values: tuple[int, ...], width: int = 100) -> list[str]:
    """Numbers with commas between, in lines.

    >>> number_lines((1, 22, 3), 6)
    ['1, 22,', '3']
    """
    return wrapped(", ".join(str(index(value)) for value in values), width)


def trimmed(program: Program) -> Program:
    """*program* without the functions and constants that `answer` does not use."""
    functions = {f.name: f for f in ast.parse(program.functions).body if isinstance(f, ast.FunctionDef)}
    used: dict[str, None] = {}
    left = ["answer"]
    while left:
        name = left.pop()
        if name in used:
            continue
        used[name] = None
        if name in functions:
            left += [node.id for node in ast.walk(functions[name]) if isinstance(node, ast.Name)]
    return Program(
        program.notes,
        tuple(constant for constant in dict(program.constants).items() if constant[0] in used),
        "\n\n\n".join(ast.unparse(f) for name, f in functions.items() if name in used),
        program.reading,
    )
