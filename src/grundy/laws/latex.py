r"""Laws as LaTeX, for papers: a formula for each kind of law."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from grundy.rules.latex import term_latex, text_latex

_TOKEN = re.compile(r"[A-Za-z]+(?:'s)?[0-9]*|[0-9]+|<=|>=|!=|\s+|.")
_SIGNS = {
    "<=": r"\le ",
    ">=": r"\ge ",
    "!=": r"\ne ",
    "*": r"\,",
    "{": r"\{",
    "}": r"\}",
    "…": r"\dots ",
    "%": r"\bmod ",
}
_WORDS = {
    "xor": r"\oplus ",
    "mod": r"\bmod ",
    "min": r"\min",
    "max": r"\max",
    "phi": r"\varphi ",
    "alpha": r"\alpha ",
    "bigomega": r"\Omega ",
}
_AROUND = {"floor": (r"\lfloor ", r"\rfloor "), "ceil": (r"\lceil ", r"\rceil "), "sqrt": (r"\sqrt{", "}")}


def law_latex(law: Mapping[str, Any]) -> str:
    r"""The formula of a law.

    >>> print(law_latex({"kind": "beatty", "r": 1}))
    \mathcal{P} = \{(A_i, A_i + i), (A_i + i, A_i) : i \ge 0\}, \quad A_i = \lfloor i (1 + \sqrt{5})/2 \rfloor
    >>> print(law_latex({"kind": "window", "least": 1, "lower": [[1, 0, "p1"]]}).partition(r"; \quad ")[2])
    \ell(n) = \min(n, \max(1, \lceil n/p_{1} \rceil))
    """
    kind = law.get("kind")
    if kind == "beatty" and law["r"] == 1:
        return _WYTHOFF
    if kind == "window" and _is_open(law):
        return _window(law)
    if kind == "staircase" and _is_open(law):
        return _staircase(law)
    if kind == "periodic":
        rise = f" + {law['saltus']}" if law["saltus"] else ""
        return rf"g(n + {law['period']}) = g(n){rise} \quad (n \ge {law['preperiod']})"
    if kind == "scaling":
        low, high, goal = (_polynomial(law[key]) for key in ("low", "high", "goal"))
        ratio = rf"({low} \cdot {high})^e"
        return rf"\mathcal{{N}} = \{{p : {ratio} < {goal}/p \le {high} {ratio} \text{{ for some }} e \ge 0\}}"
    if kind == "automatic":
        what = r"\mathcal{P}" if law["about"] == "outcome" else r"\{(x, g(x))\}"
        system = law["system"]
        name = f"base {system['base']}" if system["kind"] == "base" else f"the Ostrowski system of {system['t']}"
        return rf"{what} \text{{ is accepted by an automaton of {len(law['delta'])} states in {name}}}"
    from grundy.laws.reading import law_from_json

    return formula_latex(law_from_json(dict(law)).formula())


_WYTHOFF = r"\mathcal{P} = \{(A_i, A_i + i), (A_i + i, A_i) : i \ge 0\}, \quad A_i = \lfloor i (1 + \sqrt{5})/2 \rfloor"


def formula_latex(text: str) -> str:
    r"""A formula in plain text, as laws say it, in LaTeX.

    >>> print(formula_latex("g(n) = n - ceil(n/2) for n >= 1, a xor b = 2^10"))
    g(n) = n - \lceil n/2\rceil \text{ for } n \ge 1, a \oplus b = 2^{10}
    """
    out: list[str] = []
    closing: list[str] = []
    pieces = _TOKEN.findall(text)
    i = 0
    while i < len(pieces):
        piece = pieces[i]
        if piece in _AROUND and pieces[i + 1 : i + 2] == ["("]:
            before, after = _AROUND[piece]
            out.append(before)
            closing.append(after)
            i += 1
        elif piece == "(":
            out.append(piece)
            closing.append(")")
        elif piece == ")":
            out.append(closing.pop() if closing else ")")
        elif piece == "^" and i + 1 < len(pieces) and pieces[i + 1].isalnum():
            out.append(f"^{{{pieces[i + 1]}}}")
            i += 1
        else:
            out.append(_token_latex(piece))
        i += 1
    return re.sub(r"  +", " ", re.sub(r"\}\s*\\text\{\s*", " ", "".join(out)).strip())


def _token_latex(piece: str) -> str:
    r"""A word, a name, or a sign.

    >>> print(*[_token_latex(t) for t in ("xor", "n", "p1", "for", "_")], sep="|")
    \oplus |n|p_{1}|\text{ for }|\_
    """
    if piece in _WORDS or piece in _SIGNS:
        return _WORDS.get(piece) or _SIGNS[piece]
    name = piece.rstrip("0123456789")
    if len(name) == 1 and name.isalpha():
        return name if name == piece else f"{name}_{{{piece[1:]}}}"
    if name[:1].isalpha():
        return rf"\text{{ {piece} }}"
    return piece if piece.isascii() and piece not in "#$&_^~\\" else text_latex(piece)


def _is_open(law: Mapping[str, Any]) -> bool:
    """Whether a law has parameters, whose names stand in it for integers."""
    entries = [law.get("least"), law.get("low"), law.get("high"), *(e for line in law.get("lower", ()) for e in line)]
    return any(isinstance(entry, str) for entry in entries)


def _window(law: Mapping[str, Any]) -> str:
    ends = [_polynomial(law["least"])] if law["least"] != 0 or not law["lower"] else []
    ends += [_line(*map(_polynomial, line)) for line in law["lower"]]
    low = ends[0] if len(ends) == 1 else rf"\max({', '.join(ends)})"
    g = r"g(n) = n - \ell(n) \text{ if } \ell(n) = \ell(n-1), \text{ else } g(\ell(n) - 1)"
    return rf"{g}; \quad \ell(n) = \min(n, {low})"


def _staircase(law: Mapping[str, Any]) -> str:
    least, low, high = (_polynomial(law[key]) for key in ("least", "low", "high"))
    shifted = "n" if law["least"] == 0 else f"(n - {least})"
    period = low + (high if high.startswith("-") else f" + {high}")
    if all(isinstance(law[key], int) for key in ("low", "high")):
        period = str(law["low"] + law["high"])
    step = rf"\lfloor ({shifted} \bmod ({period}))/({low}) \rfloor"
    return rf"g(n) = {step} \text{{ if }} {low} \le {high}, \text{{ else }} 0"


def _line(a: str, b: str, d: str) -> str:
    top = "" if a == "0" else "n" if a == "1" else f"({a}) n" if " " in a else f"{a} n"
    if b != "0":
        top += f" {'-' if b.startswith('-') else '+'} {b.lstrip('-')}" if top else b
    if d == "1":
        return top or "0"
    return rf"\lceil {top}/{d} \rceil" if top == "n" else rf"\lceil ({top or 0})/{d} \rceil"


def _polynomial(entry: Any) -> str:
    """An entry of a law, which may be a polynomial in p1, p2, …."""
    if isinstance(entry, int):
        return str(entry)
    from grundy.rules.parsing import parse_terms

    return term_latex(parse_terms(str(entry))[0])
