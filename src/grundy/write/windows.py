"""Window laws as functions: the options of n are all y with l(n) <= y < n (see `grundy.laws.lower`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.errors import Unsupported

from .forms import Form, Parts, plus, wide_times
from .program import LARGEST, Piece, indented


def window_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """The functions of a window law."""
    lines = [tuple(line) for line in law["lower"]]
    names = {key: parts.name(key) for key in ("grundy", "replacement", "lower", "first", "after")}
    least = parts.entry(law["least"])
    if not lines:
        text = _nim(least, parts, names)
    elif len(lines) == 1 and lines[0][0] == lines[0][2] == 1:
        text = _bash(least, lines[0][1], parts, names)
    else:
        text = _general(least, lines, parts, names)
    return Form(
        Piece(functions=text),
        1,
        grundy=names["grundy"],
        replacement=names["replacement"],
        arguments=parts.names,
        method="the values on lower(n), ..., n are all different, so at most one option has a given value",
    )


def _nim(least: str, parts: Parts, names: Mapping[str, str]) -> str:
    value = "n" if least == "0" else f"n - {least}"
    return f'''
def {names["grundy"]}(n: int{parts.signature}) -> int:
    """The Grundy value of a heap of n."""
    return {value}


def {names["replacement"]}(n: int, value: int{parts.signature}) -> Heaps:
    """The option of n that has the value, if there is one."""
    if value >= {value}:
        return []
    return [{plus("value", least)}]
'''


def _bash(least: str, shift: Any, parts: Parts, names: Mapping[str, str]) -> str:
    """Take 1 to m: l(n) = n - m, where the shift is -m."""
    most = _negated(parts.entry(shift))
    value = "n" if least == "0" else f"(n - {least})"
    modulus = str(int(most) + 1) if most.isdigit() else f"({most} + 1)"
    if most.isdigit() or not most.startswith("-"):
        return f'''
def {names["grundy"]}(n: int{parts.signature}) -> int:
    """The Grundy value of a heap of n."""
    return {value} % {modulus}


def {names["replacement"]}(n: int, value: int{parts.signature}) -> Heaps:
    """The option of n that has the value, if there is one."""
    if value > min(n - {least}, {most}) or value == {names["grundy"]}(n{parts.passed}):
        return []
    return [n - (n - {least} - value) % {modulus}]
'''.replace("n - 0", "n")
    return f'''
def {names["grundy"]}(n: int{parts.signature}) -> int:
    """The Grundy value of a heap of n: there are no moves."""
    return 0 * n


def {names["replacement"]}(n: int, value: int{parts.signature}) -> Heaps:
    """The option of n that has the value: there is none."""
    if n + value > 0:
        return []
    return []
'''


def _negated(entry: str) -> str:
    """The negative of an entry.

    >>> _negated("-m"), _negated("3")
    ('m', '-3')
    """
    if entry.startswith("-") and entry[1:].isalnum():
        return entry[1:]
    return f"-{entry}" if entry.isalnum() else f"(-({entry}))"


def staircase_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """Take L to R: the remainder modulo L + R, divided by L (see `grundy.laws.staircase`)."""
    least, low, high = (parts.entry(law[key]) for key in ("least", "low", "high"))
    name, replacement = parts.name("grundy"), parts.name("replacement")
    plain = low.isdigit() and high.isdigit()
    start = plus("n", "0" if least == "0" else _negated(least))
    over = f"({start})" if start != "n" else "n"
    top = plus("top", "0" if least == "0" else _negated(least))
    period = f"wide({int(low) + int(high)})" if plain else plus(f"wide({low})", high)
    value = f"int({over} % ({period}) // {_factor(low)})"
    if plain and int(low) + int(high) <= LARGEST:
        value = f"{over} % {int(low) + int(high)}{f' // {low}' if low != '1' else ''}"
    if plain and int(low) + int(high) > LARGEST:
        raise Unsupported("program", "the law", "its period is larger than 64 bits")
    guard = [] if plain and int(high) >= int(low) else [f"if {high} < {low}:", "    return 0"]
    body = [
        f"top: int = {plus('n', _negated(low))}",
        f"period: wide = {period}",
        f"begin: wide = wide(wanted) * {_factor(low)}",
        f"if {high} < {low} or top < {least} or begin >= period:",
        "    return []",
        f"end: wide = {plus('begin', low)} - 1",
        "if end >= period:",
        "    end = period - 1",
        f"rest: wide = {f'({top})' if top != 'top' else f'wide({top})'} % period",
        "back: wide = wide(0)",
        "if rest < begin:",
        "    back = rest + period - end",
        "if rest > end:",
        "    back = rest - end",
        f"if back > {plus(high, _negated(low))} or back > {top}:",
        "    return []",
        "return [top - int(back)]",
    ]
    functions = f'''
def {name}(n: int{parts.signature}) -> int:
    """The Grundy value of a heap of n."""
{indented([*guard, f"return {value}"])}

def {replacement}(n: int, wanted: int{parts.signature}) -> Heaps:
    """The largest option of n that has the value wanted, if there is one: some from n - {high} to n - {low}."""
{indented(body)}'''
    return Form(
        Piece(functions=functions),
        1,
        grundy=name,
        replacement=replacement,
        arguments=parts.names,
        method="the end of the last step of the value wanted",
    )


def _factor(entry: str) -> str:
    return entry if entry.isalnum() else f"({entry})"


def _general(least: str, lines: list[tuple[Any, ...]], parts: Parts, names: Mapping[str, str]) -> str:
    call = {key: name + "({}" + parts.passed + ")" for key, name in names.items()}
    low, first, after = [], [], []
    for entries in lines:
        a, b, d = (parts.entry(x) for x in entries)
        rounded = plus(wide_times(a, "n"), b)
        low.append(f"    low = max(low, {f'ceil_div({rounded}, {d})' if d != '1' else f'int({rounded})'})")
        first += _first_lines(a, b, d)
        after += _after_lines(a, b, d)
    return f'''
def {names["lower"]}(n: int{parts.signature}) -> int:
    """The least y that n may become, n itself where it has no move: the options are all y with lower(n) <= y < n."""
    low: int = {least}
{chr(10).join(low)}
    return min(n, low)


def {names["first"]}(span: int{parts.signature}) -> int:
    """The first n with n - lower(n) = span."""
    found: int = {plus("span", least)}
{chr(10).join(first)}
    return found


def {names["after"]}(m: int{parts.signature}) -> int:
    """The first n with lower(n) > m."""
    found: int = {(2**63 - 1)}
{chr(10).join(after)}
    return found


def {names["grundy"]}(n: int{parts.signature}) -> int:
    """The Grundy value of n: n - lower(n) if lower(n) = lower(n-1), else that of lower(n) - 1."""
    while True:
        span: int = n - {call["lower"].format("n")}
        if span == 0:
            return 0
        begin: int = {call["first"].format("span")}
        if n == begin:
            return span
        n -= (n - begin + span) // (span + 1) * (span + 1)


def {names["replacement"]}(n: int, value: int{parts.signature}) -> Heaps:
    """The option of n that has the value, if there is one."""
    low: int = {call["lower"].format("n")}
    if value > n - low or value == {call["grundy"].format("n")}:
        return []
    m: int = {call["first"].format("max(value, 1)")}
    if value == 0:
        m -= 1
    while m < low:
        step: int = {call["after"].format("m")} - m
        if step == n - low + 1:
            step = (low - m + step - 1) // step * step
        m += step
    return [m]
'''


def _first_lines(a: str, b: str, d: str) -> list[str]:
    """The lines that raise *found* to the first n with n - ceil((a n + b)/d) = span."""
    if a == d:
        return []
    top = plus(wide_times(d, "span"), b)
    text = f"found = max(found, ceil_div({top}, {d} - {a}))"
    if a.isdigit() and d.isdigit():
        less = int(d) - int(a)
        return [f"    found = max(found, {f'ceil_div({top}, {less})' if less > 1 else f'int({top})'})"]
    return [f"    if {d} > {a}:", f"        {text}"]


def _after_lines(a: str, b: str, d: str) -> list[str]:
    """The lines that lower *found* to the first n > m with ceil((a n + b)/d) > m."""
    if a == "0":
        return [f"    if {b} > wide({d}) * m:", "        found = min(found, m + 1)"]
    top = plus(wide_times(d, "m"), _negated(b) if b != "0" else b)
    if a == "1":
        return [f"    if {top} < found:", f"        found = max(int({top}), m) + 1"]
    return [f"    if floor_div({top}, {a}) < found:", f"        found = max(floor_div({top}, {a}), m) + 1"]
