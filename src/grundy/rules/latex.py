r"""Rules as LaTeX, for papers: one visitor over the tree of the rules."""

from __future__ import annotations

import re

from .blocking import Blocking
from .codes import Code, code_text
from .family import Family
from .numbers import plural
from .positions import Position
from .rulesets import Ruleset, TextRuleset
from .terms import (
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
    Rules,
    SetOf,
)

_RELATIONS = {"==": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}
_SIGNS = {
    "\\": r"\backslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "^": r"\hat{\ }",
    "_": r"\_",
    "%": r"\%",
    "~": r"\sim{}",
}
_SHOWN, _LONG = 12, 300
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
        return f"{rules_latex(ruleset.inner)}\n% {_forbidden(ruleset)}"
    if not isinstance(ruleset, TextRuleset):
        return _short(ruleset)
    return "\\begin{align*}\n" + " \\\\\n".join(_lines(ruleset.rules)) + "\n\\end{align*}"


def rules_display(rules: Ruleset | Family) -> str:
    r"""The moves as a displayed formula, for notebooks: of very many alternatives the first ones.

    >>> from grundy.games import expression
    >>> print(rules_display(expression("blackboard(2)")))
    $$\begin{aligned}
    n &\to y && (n \le 2 y \land y < n) \\
    &\text{(heaps at least 1)}
    \end{aligned}$$
    """
    inner = rules.inner if isinstance(rules, Blocking) else rules
    if not isinstance(inner, TextRuleset | Family):
        return f"${_short(inner)}$"
    lines = _lines(inner.rules)
    if len(lines) > _SHOWN:
        lines = [*lines[:_SHOWN], rf"&\;\;\vdots \quad \text{{({len(lines)} kinds of moves)}}"]
    if inner.least:
        lines.append(rf"&\text{{(heaps at least {inner.least})}}")
    if isinstance(rules, Blocking):
        lines.append(rf"&\text{{({_forbidden(rules)})}}")
    return "$$\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}$$"


def position_display(position: Position) -> str | None:
    r"""A position as a formula, for notebooks; None for a long one, which is better left as it is.

    >>> from grundy.games import expression
    >>> position_display(expression("nim[3, 6] + take_range(1, 2)[5]"))
    '$\\text{nim[3, 6] + take}\\_\\text{range(1, 2)[5]}$'
    """
    text = str(position)
    return f"${text_latex(text)}$" if len(text) <= _LONG else None


def text_latex(text: str) -> str:
    r"""A text that may stand in a formula: right in LaTeX, and in MathJax, whose \text knows no escapes.

    >>> print(text_latex("x_1 < 2^n"))
    \text{x}\_\text{1 < 2}\hat{\ }\text{n}
    """
    pieces = [piece for piece in re.split(r"([\\{}$&#^_%~])", text) if piece]
    return "".join(_SIGNS.get(piece) or rf"\text{{{piece}}}" for piece in pieces)


def _short(ruleset: Ruleset) -> str:
    if isinstance(ruleset, Code):
        return rf"\mathbf{{{code_text(ruleset.digits)}}}"
    return text_latex(str(ruleset))


def _forbidden(ruleset: Blocking) -> str:
    return f"before each move up to {plural(ruleset.options_forbidden, 'option')} may be forbidden"


def _lines(rules: Rules) -> list[str]:
    heaps = ", ".join(map(_name, rules.heaps))
    left = heaps if len(rules.heaps) == 1 else f"({heaps})"
    return [f"{left} &\\to {_alternative(a)}" for a in rules.alternatives]


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
