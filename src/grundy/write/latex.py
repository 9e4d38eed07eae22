r"""Rules and laws as LaTeX, for papers: one visitor over the tree of the rules, and a formula for each kind of law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.blocking import Blocking
from grundy.rules.codes import Code, code_text
from grundy.rules.rulesets import Ruleset, TextRuleset
from grundy.rules.terms import (
    Alternative,
    And,
    Call,
    Compare,
    In,
    Int,
    Name,
    NamedSet,
    Neg,
    Node,
    Not,
    Op,
    Or,
    SetOf,
)

_RELATIONS = {"==": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}
_STRENGTH = {"+": 0, "-": 0, "*": 1, "%": 1}


def rules_latex(ruleset: Ruleset) -> str:
    r"""The moves as an aligned display.

    >>> from grundy.games import expression
    >>> print(rules_latex(expression("bash(3)")))
    \begin{align*}
    n &\to n - t && (t \le 3)
    \end{align*}
    """
    if isinstance(ruleset, Blocking):
        return (
            f"{rules_latex(ruleset.inner)}\n% before each move up to {ruleset.options_forbidden} options are forbidden"
        )
    if isinstance(ruleset, Code):
        return rf"\mathbf{{{code_text(ruleset.digits)}}}"
    if not isinstance(ruleset, TextRuleset):
        return rf"\text{{{ruleset}}}"
    heaps = ", ".join(map(_name, ruleset.rules.heaps))
    left = heaps if ruleset.heaps == 1 else f"({heaps})"
    lines = [f"{left} &\\to {_alternative(a)}" for a in ruleset.rules.alternatives]
    return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


def _alternative(alternative: Alternative) -> str:
    parts = []
    for component in alternative.components:
        inside = ", ".join(term_latex(t) for t in component)
        parts.append(inside if len(component) == 1 else f"({inside})")
    where = "" if alternative.where is None else f" && ({term_latex(alternative.where)})"
    return " + ".join(parts) + where


def _name(name: str) -> str:
    r"""A name in LaTeX.

    >>> _name("n"), _name("n2"), _name("low")
    ('n', 'n_{2}', '\\mathit{low}')
    """
    letters = name.rstrip("0123456789").rstrip("_")
    index = name[len(letters) :].strip("_")
    if "_" in letters:
        letters = letters.replace("_", r"\_")
    base = letters if len(letters) == 1 else rf"\mathit{{{letters}}}"
    return f"{base}_{{{index}}}" if index else base


def term_latex(node: Node) -> str:  # noqa: PLR0911 - a visitor is one match over all kinds of nodes
    r"""A term, a set or a condition.

    >>> from grundy.rules.parsing import parse_condition
    >>> print(term_latex(parse_condition("abs(s-t) < 2*r and t in {1, 2}")))
    |s - t| < 2 r \land t \in \{1, 2\}
    """
    match node:
        case Int(value=value):
            return str(value)
        case Name(name=name):
            return _name(name)
        case Neg(term=term):
            return f"-{_inner(term, 1)}"
        case Op():
            return _operation(node)
        case Call(function="abs", args=(term,)):
            return f"|{term_latex(term)}|"
        case Call(function=function, args=args):
            return rf"\{function}({', '.join(map(term_latex, args))})"
        case SetOf(elements=elements):
            return rf"\{{{', '.join(map(term_latex, elements))}\}}"
        case NamedSet(name=name, args=args):
            inside = f"({', '.join(map(term_latex, args))})" if args else ""
            return rf"\mathrm{{{name}}}".replace("_", r"\_") + inside
    return _condition(node)


def _operation(node: Op) -> str:
    if node.op == "//":
        return rf"\left\lfloor \frac{{{term_latex(node.left)}}}{{{term_latex(node.right)}}} \right\rfloor"
    strength = _STRENGTH[node.op]
    sign = {"+": " + ", "-": " - ", "*": " ", "%": r" \bmod "}[node.op]
    if node.op == "*" and isinstance(node.right, Int):
        sign = r" \cdot "
    return f"{_inner(node.left, strength)}{sign}{_inner(node.right, strength + 1)}"


def _inner(node: Node, least: int) -> str:
    text = term_latex(node)
    loose = isinstance(node, Neg) or (isinstance(node, Op) and _STRENGTH.get(node.op, 2) < least)
    return f"({text})" if loose else text


def _condition(node: Node) -> str:
    match node:
        case Compare(op=op, left=left, right=right):
            return f"{term_latex(left)} {_RELATIONS[op]} {term_latex(right)}"
        case In(term=term, members=members, negated=negated):
            return f"{term_latex(term)} {chr(92)}{'notin' if negated else 'in'} {term_latex(members)}"
        case And(parts=parts, chain=True):
            text = term_latex(parts[0])
            for part in parts[1:]:
                text += term_latex(part)[len(term_latex(part.left if isinstance(part, Compare) else part.term)) :]  # type: ignore[union-attr]
            return text
        case And(parts=parts):
            return r" \land ".join(f"({term_latex(p)})" if isinstance(p, Or) else term_latex(p) for p in parts)
        case Or(parts=parts):
            return r" \lor ".join(f"({term_latex(p)})" if isinstance(p, And) else term_latex(p) for p in parts)
        case Not(part=part):
            return rf"\neg ({term_latex(part)})"
    raise TypeError(f"no node of the rules language: {node!r}")


def law_latex(law: Mapping[str, Any]) -> str:
    r"""The formula of a law.

    >>> print(law_latex({"kind": "beatty", "r": 1}))
    \mathcal{P} = \{(A_i, A_i + i), (A_i + i, A_i) : i \ge 0\}, \quad A_i = \lfloor i (1 + \sqrt{5})/2 \rfloor
    >>> print(law_latex({"kind": "window", "least": 1, "lower": [[1, 0, "p1"]]}).partition(r"; \quad ")[2])
    \ell(n) = \min(n, \max(1, \lceil n/p_{1} \rceil))
    """
    kind = law.get("kind")
    if kind == "beatty":
        return _beatty(law["r"])
    if kind == "window":
        return _window(law)
    if kind == "staircase":
        return _staircase(law)
    if kind == "periodic":
        rise = f" + {law['saltus']}" if law["saltus"] else ""
        return rf"g(n + {law['period']}) = g(n){rise} \quad (n \ge {law['preperiod']})"
    if kind == "scaling":
        low, high, goal = (_polynomial(law[key]) for key in ("low", "high", "goal"))
        ratio = rf"({low} \cdot {high})^e"
        return rf"\mathcal{{N}} = \{{p : {ratio} < {goal}/p \le {high} {ratio} \text{{ for some }} e \ge 0\}}"
    if kind == "sum":
        inner = dict.fromkeys(law_latex(one) for one in law["laws"])
        return r"g(a, b, \dots) = g(a) \oplus g(b) \oplus \cdots; \quad " + r"; \quad ".join(inner)
    if kind == "automatic":
        what = r"\mathcal{P}" if law["about"] == "outcome" else r"\{(x, g(x))\}"
        system = law["system"]
        name = f"base {system['base']}" if system["kind"] == "base" else f"the Ostrowski system of {system['t']}"
        return rf"{what} \text{{ is accepted by an automaton of {len(law['delta'])} states in {name}}}"
    from grundy.laws.reading import law_from_json

    return rf"\text{{{law_from_json(dict(law)).formula()}}}"


def _beatty(r: int) -> str:
    step = "i" if r == 1 else f"{r} i"
    root = r"(1 + \sqrt{5})/2" if r == 1 else rf"({2 - r} + \sqrt{{{r * r + 4}}})/2"
    pairs = f"(A_i, A_i + {step}), (A_i + {step}, A_i)"
    return rf"\mathcal{{P}} = \{{{pairs} : i \ge 0\}}, \quad A_i = \lfloor i {root} \rfloor"


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
    top = "" if a == "0" else "n" if a == "1" else f"{a} n"
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
