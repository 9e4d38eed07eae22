"""A draft of an entry for the On-Line Encyclopedia of Integer Sequences, of the values of heaps in a row.

The data are the first values, up to 260 characters; a formula stands there only where it is proved. Programs follow the
rules, not the law, so that they say the same by another way. Source of the form: the encyclopedia's style sheet,
https://oeis.org/wiki/Style_Sheet.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grundy.rules.codes import Code
from grundy.rules.errors import GrundyError, PositionError
from grundy.rules.rulesets import Ruleset, TextRuleset

from .encyclopedia import Recognised, recognised

if TYPE_CHECKING:
    from grundy.report.study import Study
    from grundy.solver.tables import Table

MOST_DATA = 260
_WIDTH = 100
_MEMBERS = {  # of the named sets: whether t is in them, in Python and in PARI
    "v1 in squares": ("math.isqrt(t)**2 == t", "issquare(t)"),
    "v1 in primes": ("t > 1 and all(t % p for p in range(2, math.isqrt(t) + 1))", "isprime(t)"),
    "v1 in fibonacci": (
        "any(math.isqrt(s)**2 == s for s in (5*t*t - 4, 5*t*t + 4))",
        "issquare(5*t^2-4) || issquare(5*t^2+4)",
    ),
    "v1 in divisors(h1)": ("n % t == 0", "n % t == 0"),
    "v1 in proper_divisors(h1)": ("t < n and n % t == 0", "t < n && n % t == 0"),
    "v1 in coprime(h1)": ("math.gcd(t, n) == 1", "gcd(t, n) == 1"),
}


def draft(table: Table, budget: float = 20.0) -> str:
    """The draft of an entry with the values of a table, which is of one sequence of heaps; a formula if proved.

    Raises PositionError for other tables.

    >>> from grundy import kayles, table
    >>> print(draft(table(kayles, 200)).splitlines()[0])
    NAME       Sprague-Grundy values for heaps of n in the game kayles, octal("0.77").
    """
    return "\n".join(_lines(table, budget)) + "\n"


def _lines(table: Table, budget: float) -> Iterator[str]:
    axis, ruleset = _axis(table), table.ruleset
    data = data_of(table.flat)
    found = _studied(table, budget)
    yield from _field("NAME", [_name(table)])
    yield from _field("DATA", [", ".join(map(str, data))])
    yield from _field("OFFSET", [f"{axis.start},{_first_large(data)}"])
    yield from _field("COMMENTS", list(_comments(table, found)))
    about = getattr(ruleset, "about", None)
    yield from _field("REFERENCES", [about.source] if about is not None else [])
    proved = found is not None and found.evidence == "proved" and found.about == "grundy"
    yield from _field("FORMULA", [_as_a(found)] if proved and found is not None else [])
    yield from _field("EXAMPLE", _example(table))
    for language, program in programs(table, axis.start + len(data) - 1):
        yield from _field("PROG", [f"({language})", *program], verbatim=True)
    yield from _field("CROSSREFS", list(_references(table)))
    yield from _field("KEYWORD", ["nonn,easy" if proved else "nonn"])
    yield from _field("AUTHOR", ["_Your Name_, date"])


def _references(table: Table) -> Iterator[str]:
    """The entries that have the same values, and the one that the catalogue names."""
    found = existing(table)
    yield from (f"Cf. {one}." for one in found)
    about = getattr(table.ruleset, "about", None)
    if about is not None and about.oeis and about.oeis not in [one.number for one in found]:
        yield f"Cf. {about.oeis}."


def existing(table: Table) -> list[Recognised]:
    """The entries of the encyclopedia that have the values of a table already, of those that are known here.

    >>> from grundy import octal, table
    >>> [one.number for one in existing(table(octal("0.77"), 60))]
    ['A002186']
    """
    return recognised(table.flat, _axis(table).start) if table.play == "normal" else []


def _axis(table: Table) -> range:
    if len(table.region.shape) != 1 or table.about == "outcome":
        raise PositionError(f"an OEIS entry lists one sequence of values; {table.region} is none")
    return next(a for a, fixed in zip(table.region.axes, table.region.fixed, strict=True) if not fixed)


def data_of(values: Sequence[int], most: int = MOST_DATA) -> list[int]:
    """The first values that, with commas and blanks, fit in *most* characters.

    >>> data_of([10, 20, 30], 7)
    [10, 20]
    """
    found: list[int] = []
    length = -2
    for value in values:
        length += 2 + len(str(value))
        if length > most:
            break
        found.append(value)
    return found


def _first_large(data: Sequence[int]) -> int:
    """The place of the first term above 1 in absolute value, counted from 1; 1 where there is none."""
    return next((i for i, value in enumerate(data, 1) if value > 1), 1)


def _field(name: str, lines: Sequence[str], *, verbatim: bool = False) -> Iterator[str]:
    """A field of the entry: its name once, its lines behind it."""
    shown = [line for text in lines for line in ([text] if verbatim else textwrap.wrap(text, _WIDTH) or [""])]
    for i, line in enumerate(shown):
        yield f"{name if not i else '':<11}{line}".rstrip()
    if shown:
        yield ""


def _name(table: Table) -> str:
    ruleset = table.ruleset
    about = getattr(ruleset, "about", None)
    canonical = getattr(ruleset, "canonical", None) or str(ruleset)
    known = f"{ruleset}, " if about is not None and str(ruleset) != canonical else ""
    rules = canonical if isinstance(ruleset, Code) or not isinstance(ruleset, TextRuleset) else _rules(ruleset)
    heaps = "heaps of n" if ruleset.heaps == 1 else f"the positions {table.region}"
    play = " in misere play" if table.play == "misere" else ""
    return f"Sprague-Grundy values for {heaps} in the game {known}{rules}{play}."


def _rules(ruleset: TextRuleset) -> str:
    from grundy.rules.text import rules_text

    return f'"{rules_text(ruleset.rules)}"'


def _comments(table: Table, found: Study | None) -> Iterator[str]:
    from grundy.write.words import rules_words

    try:
        words = " ".join(rules_words(table.ruleset))
    except GrundyError:
        words = ""
    end = "wins" if table.play == "misere" else "loses"
    yield f"{words} Whoever cannot move {end}.".strip()
    if found is not None and found.evidence == "checked" and found.about == "grundy":
        yield f"Conjecture: {_as_a(found)} (it fits the values up to n = {found.checked_to}; not proved)."


def _as_a(found: Study) -> str:
    """The formula with the encyclopedia's letter a for the sequence."""
    import re

    text = re.sub(r"\bg\(", "a(", str(found.law_formula))
    how = " (proved)" if found.evidence == "proved" else ""
    return text.partition("; a(0), …")[0] + how


def _studied(table: Table, budget: float) -> Study | None:
    """What is known of the values, where the table is of one heap in normal play."""
    from grundy.report.studying import study

    if table.play != "normal" or table.ruleset.heaps != 1:
        return None
    try:
        return study(table.ruleset, budget=budget)
    except GrundyError:
        return None


def _example(table: Table) -> list[str]:
    """The options of the first heap with a value above 1, and why that is the value."""
    ruleset, axis = table.ruleset, _axis(table)
    if ruleset.heaps != 1 or table.play != "normal":
        return []
    place = next((i for i, value in enumerate(table.flat[:40]) if value > 1), None)
    if place is None:
        return []
    from grundy.rules.meter import Meter

    values = dict(zip(axis, table.flat, strict=True))
    seen: set[int] = set()
    for option in ruleset.options((axis[place],), Meter(10_000)):
        total = 0
        for (heap,) in option:
            if heap not in values:
                return []
            total ^= values[heap]
        seen.add(total)
    listed = ", ".join(map(str, sorted(seen)))
    heap = axis[place]
    return [f"a({heap}) = {table.flat[place]}: the options of a heap of {heap} have the values {listed}."]


# ---------------------------------------------------------------- programs


def programs(table: Table, top: int) -> list[tuple[str, list[str]]]:
    """Programs that print the values to the heap *top*, each with its language: by the rules alone."""
    ruleset = table.ruleset
    if ruleset.heaps != 1 or table.play != "normal" or ruleset.outcomes_only:
        return []
    if isinstance(ruleset, Code):
        return [("PARI", _pari_code(ruleset, top)), ("Python", _python_code(ruleset, top))]
    condition = _condition(ruleset)
    if condition is not None:
        python, pari = condition
        return [
            ("PARI", _pari_taking(pari, ruleset.least, top)),
            ("Python", _python_taking(python, ruleset.least, top)),
        ]
    return _python_general(ruleset, top)


def _condition(ruleset: Ruleset) -> tuple[str, str] | None:
    """When t may be taken from n, in Python and in PARI, where the rules only say which numbers may be taken."""
    from grundy.prover.base import NotProved
    from grundy.prover.taking import taken
    from grundy.rules.budget import Budget

    if not isinstance(ruleset, TextRuleset):
        return None
    canonical = ruleset.canonical.partition(" [least=")[0]
    known = _MEMBERS.get(canonical.removeprefix("h1 -> h1-v1 where "))
    if known is not None:
        return known
    try:
        found = taken(ruleset, Budget(5))
    except NotProved:
        return None
    if not found.numbers and found.all_but:
        return "", ""
    numbers = ", ".join(map(str, found.numbers))
    if len(numbers) > 400:
        return None
    inside = f"t in {{{numbers}}}" if found.numbers else "False"
    return (
        (f"t not in {{{numbers}}}", f"!setsearch(Set([{numbers}]), t)")
        if found.all_but
        else (inside, f"setsearch(Set([{numbers}]), t)")
    )


def _python_taking(condition: str, least: int, top: int) -> list[str]:
    condition = f" if {condition}" if condition else ""
    head = ["import math"] if "math." in condition else []
    shifted = f"n - t - {least}" if least else "n - t"
    start = f"{least}, " if least else ""
    end = "n + 1" if not least else "n" if least == 1 else f"n - {least - 1}"
    return [
        *head,
        "def a_list(nn):",
        "    g = []",
        f"    for n in range({start}nn + 1):",
        f"        seen = {{g[{shifted}] for t in range(1, {end}){condition}}}",
        "        g.append(next(v for v in range(len(seen) + 1) if v not in seen))",
        "    return g",
        f"print(a_list({top}))",
    ]


def _pari_taking(condition: str, least: int, top: int) -> list[str]:
    place = f"n-t+{1 - least}" if least < 1 else "n-t" if least == 1 else f"n-t-{least - 1}"
    size = f"nn+{1 - least}" if least < 1 else "nn" if least == 1 else f"nn-{least - 1}"
    entry = place.replace("-t", "")
    last = f"n-{least}" if least else "n"
    put = f"listput(~s, g[{place}])"
    put = f"if({condition}, {put})" if condition else put
    return [
        f"lista(nn) = {{my(g=vector({size}), s, m); for(n={least}, nn, s=List();",
        f"  for(t=1, {last}, {put});",
        f"  s=Set(s); m=0; while(setsearch(s, m), m++); g[{entry}]=m); g}};",
        f"lista({top})",
    ]


def _python_code(code: Code, top: int) -> list[str]:
    lines = [
        "def a_list(nn):",
        f"    digits, g = {list(code.digits)}, []",
        "    for n in range(nn + 1):",
        "        seen = set()",
        "        for t, d in enumerate(digits[:n + 1]):",
        "            r = n - t",
    ]
    used = 0
    for digit in code.digits:
        used |= digit
    parts = {
        1: ["            if d & 1 and r == 0: seen.add(0)"],
        2: ["            if d & 2 and r > 0: seen.add(g[r])"],
        4: ["            if d & 4: seen.update(g[i] ^ g[r-i] for i in range(1, r//2 + 1))"],
        8: [
            "            if d & 8: seen.update(g[i] ^ g[j] ^ g[r-i-j]",
            "                for i in range(1, r//3 + 1) for j in range(i, (r-i)//2 + 1))",
        ],
    }
    lines += [line for bit, part in parts.items() if used & bit for line in part]
    lines += ["        g.append(next(v for v in range(len(seen) + 1) if v not in seen))", "    return g"]
    return [*lines, f"print(a_list({top}))"]


def _pari_code(code: Code, top: int) -> list[str]:
    used = 0
    for digit in code.digits:
        used |= digit
    sums = {
        1: "    if(bittest(d[t+1], 0) && r==0, listput(~s, 0));",
        2: "    if(bittest(d[t+1], 1) && r>0, listput(~s, g[r+1]));",
        4: "    if(bittest(d[t+1], 2), for(i=1, r\\2, listput(~s, bitxor(g[i+1], g[r-i+1]))));",
        8: "    if(bittest(d[t+1], 3), for(i=1, r\\3, for(j=i, (r-i)\\2,"
        " listput(~s, bitxor(bitxor(g[i+1], g[j+1]), g[r-i-j+1])))));",
    }
    return [
        f"lista(nn) = {{my(d={list(code.digits)}, g=vector(nn+1), s, r, m); for(n=0, nn, s=List();",
        "  for(t=0, min(n, #d-1), r=n-t;",
        *(text for bit, text in sums.items() if used & bit),
        "  );",
        "  s=Set(s); m=0; while(setsearch(s, m), m++); g[n+1]=m); g};",
        f"lista({top})",
    ]


def _python_general(ruleset: Ruleset, top: int) -> list[tuple[str, list[str]]]:
    """The program that `grundy code` writes from the moves, without its input and output; none where it writes none."""
    from grundy.report.coding import NOTHING, code

    try:
        text = code(ruleset, "python", "value", found=NOTHING, check=False).text
    except GrundyError:
        return []
    body = text[text.index("import sys") + len("import sys") : text.index("def answer")]
    lines = [line for line in body.splitlines() if line.strip()]
    return [("Python", [*lines, f"print([grundy(n) for n in range({ruleset.least}, {top + 1})])"])]
