"""Terms and conditions of the rules language as expressions of programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grundy.rules.errors import Unsupported
from grundy.rules.terms import And, Call, Compare, Condition, In, Int, Name, Neg, Not, Op, Or, SetOf, Term


def term_text(term: Term, names: Mapping[str, str]) -> str:
    """A term as an expression.

    >>> from grundy.rules.parsing import parse_terms
    >>> term_text(parse_terms("-n + 2*(m-1) // 3")[0], {"n": "n", "m": "k"})
    '((-n) + floor_div((2 * (k - 1)), 3))'
    """
    match term:
        case Int(value=value):
            return str(value) if value >= 0 else f"({value})"
        case Name(name=name):
            return names[name]
        case Neg(term=inner):
            return f"(-{term_text(inner, names)})"
        case Op(op="//" | "%" as op, left=left, right=Int(value=by) as right) if by > 0:
            kind = "floor_div" if op == "//" else "floor_mod"
            return f"{kind}({term_text(left, names)}, {term_text(right, names)})"
        case Op(op="+" | "-" | "*" as op, left=left, right=right):
            return f"({term_text(left, names)} {op} {term_text(right, names)})"
        case Call(function="abs", args=(inner,)):
            text = term_text(inner, names)
            return f"max({text}, -{text})"
        case Call(function=function, args=args):
            text = term_text(args[0], names)
            for other in args[1:]:
                text = f"{function}({text}, {term_text(other, names)})"
            return text
    raise Unsupported("program", "the term", "a division by something that is no positive number is not written")


def condition_text(condition: Condition, names: Mapping[str, str]) -> str:
    """A condition as an expression.

    >>> from grundy.rules.parsing import parse_condition
    >>> condition_text(parse_condition("not a == 0 or b in {1, 2}"), {"a": "a", "b": "b"})
    '((not a == 0) or (b == 1 or b == 2))'
    """
    match condition:
        case Compare(op=op, left=left, right=right):
            return f"{term_text(left, names)} {op} {term_text(right, names)}"
        case Not(part=part):
            return f"(not {condition_text(part, names)})"
        case And(parts=parts):
            return "(" + " and ".join(condition_text(p, names) for p in parts) + ")"
        case Or(parts=parts):
            return "(" + " or ".join(condition_text(p, names) for p in parts) + ")"
        case In(term=term, members=SetOf(elements=elements), negated=negated):
            text = term_text(term, names)
            tests = " or ".join(f"{text} == {term_text(e, names)}" for e in elements) or "1 == 0"
            return f"(not ({tests}))" if negated else f"({tests})"
    raise Unsupported("program", "the condition", "its set is not written in other languages")


def form_text(row: Sequence[int], names: Sequence[str]) -> str:
    """A linear form as an expression.

    >>> form_text((1, -2, 3), ("n", "t"))
    'n - 2 * t + 3'
    """
    text = ""
    terms = sorted(zip(row, names, strict=False), key=lambda term: term[0] < 0)
    for c, name in [*terms, (row[-1], "")]:
        if c == 0:
            continue
        size = str(abs(c)) if not name else name if abs(c) == 1 else f"{abs(c)} * {name}"
        if not text:
            text = size if c > 0 else f"-{size}"
        else:
            text += f" {'+' if c > 0 else '-'} {size}"
    return text or "0"


def test_text(row: Sequence[int], names: Sequence[str]) -> str:
    """The test that a linear form is >= 0.

    >>> test_text((1, -2, 3), ("n", "t"))
    '2 * t <= n + 3'
    """
    less = tuple(-min(c, 0) for c in row[:-1])
    more = tuple(max(c, 0) for c in row[:-1])
    if not any(less):
        return f"{form_text((*more, 0), names)} >= {-row[-1]}"
    return f"{form_text((*less, 0), names)} <= {form_text((*more, row[-1]), names)}"
