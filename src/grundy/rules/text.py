"""Tree to rule text: what :func:`~grundy.rules.parsing.parse_rules` reads back to an equal tree."""

from __future__ import annotations

from .numbers import digits
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
    rebuild_rules,
    walk,
)

_LOOSE, _TIGHT, _UNARY, _ATOM = range(4)
_STRENGTH = {"+": _LOOSE, "-": _LOOSE, "*": _TIGHT, "//": _TIGHT, "%": _TIGHT}


def rules_text(rules: Rules) -> str:
    """The rule text of a tree.

    >>> from grundy.rules.parsing import parse_rules
    >>> rules_text(parse_rules("a,b->a-t  ,b where(1<=t<=3)|a,b-2*(t+1)"))
    'a, b -> a-t, b where 1 <= t <= 3 | a, b-2*(t+1)'
    """
    alternatives = []
    for alternative in rules.alternatives:
        body = " & ".join(", ".join(node_text(t) for t in component) for component in alternative.components)
        where = "" if alternative.where is None else f" where {node_text(alternative.where)}"
        alternatives.append(body + where)
    return f"{', '.join(rules.heaps)} -> {' | '.join(alternatives)}"


def node_text(node: Node) -> str:
    """The text of one term, set or condition.

    >>> from grundy.rules.parsing import parse_condition
    >>> node_text(parse_condition("not(a<b or(b in{1,2}))and abs(a-b)!=-1"))
    'not (a < b or b in {1, 2}) and abs(a-b) != -1'
    """
    match node:
        case Int(value=value):
            return digits(value)
        case Name(name=name):
            return name
        case Neg(term=term):
            return "-" + _operand(term, _UNARY)
        case Op(op=op, left=left, right=right):
            strength = _STRENGTH[op]
            return _operand(left, strength) + op + _operand(right, strength + 1, right=True)
        case Call(function=name, args=args):
            return f"{name}({_list(args)})"
        case SetOf(elements=elements):
            return "{" + _list(elements) + "}"
        case NamedSet(name=name, args=args):
            return f"{name}({_list(args)})" if args else name
        case Compare(op=op, left=left, right=right):
            return f"{node_text(left)} {op} {node_text(right)}"
        case In(term=term, members=members, negated=negated):
            return f"{node_text(term)} {'not in' if negated else 'in'} {node_text(members)}"
        case And(chain=True):
            return _chain(node)
        case And(parts=parts):
            return " and ".join(
                f"({node_text(p)})" if isinstance(p, Or) or _plain_and(p) else node_text(p) for p in parts
            )
        case Or(parts=parts):
            return " or ".join(f"({node_text(p)})" if isinstance(p, Or) else node_text(p) for p in parts)
        case Not(part=part):
            return f"not ({node_text(part)})" if isinstance(part, Or) or _plain_and(part) else f"not {node_text(part)}"


def _plain_and(node: Node) -> bool:
    return isinstance(node, And) and not node.chain


def _list(nodes: tuple[Node, ...]) -> str:
    return ", ".join(node_text(n) for n in nodes)


def _chain(node: And) -> str:
    """``1 <= t and t <= m`` as ``1 <= t <= m``."""
    text = node_text(node.parts[0])
    for part in node.parts[1:]:
        whole = node_text(part)
        first = part.left if isinstance(part, Compare) else part.term  # type: ignore[union-attr]
        text += whole[len(node_text(first)) :]
    return text


def _operand(node: Node, least: int, *, right: bool = False) -> str:
    strength = _ATOM
    if isinstance(node, Op):
        strength = _STRENGTH[node.op]
    elif isinstance(node, Neg) or (isinstance(node, Int) and node.value < 0):
        strength = _LOOSE if right else _UNARY
    text = node_text(node)
    return text if strength >= least else f"({text})"


def canonical_rules(rules: Rules, parameters: tuple[str, ...] = ()) -> Rules:
    """*rules* with heaps renamed h1, h2, …, parameters p1, p2, …, and the free variables of each alternative v1, v2, ….

    Two rule texts that differ in names and white space only have the same canonical text, by which laws are found.

    >>> from grundy.rules.parsing import parse_rules
    >>> rules_text(canonical_rules(parse_rules("pile -> pile - take where take <= most"), ("most",)))
    'h1 -> h1-v1 where v1 <= p1'
    """
    names = {name: f"h{i}" for i, name in enumerate(rules.heaps, 1)}
    names |= {name: f"p{i}" for i, name in enumerate(parameters, 1)}
    return Rules(tuple(names[h] for h in rules.heaps), tuple(_canonical(a, names) for a in rules.alternatives))


def sorted_rules(rules: Rules, parameters: tuple[str, ...] = ()) -> Rules:
    """*rules* with alternatives in the order of their own canonical texts, equal ones once.

    >>> from grundy.rules.parsing import parse_rules
    >>> rules_text(sorted_rules(parse_rules("a, b -> a-t, b-t | a-s, b | a, b-t | a-t, b")))
    'a, b -> a, b-t | a-s, b | a-t, b-t'
    """
    names = {name: f"h{i}" for i, name in enumerate(rules.heaps, 1)}
    blank = {**names, **dict.fromkeys(parameters, "p")}
    own = {name: f"p_{name}" for name in parameters}
    found: dict[tuple[str, str], Alternative] = {}
    for alternative in rules.alternatives:
        texts = [rules_text(Rules((), (_canonical(alternative, n),))) for n in (blank, {**names, **own})]
        found.setdefault((texts[0], texts[1]), alternative)
    return Rules(rules.heaps, tuple(found[key] for key in sorted(found, key=lambda texts: texts[0])))


def _canonical(alternative: Alternative, names: dict[str, str]) -> Alternative:
    """*alternative* with these names, and its free variables renamed v1, v2, … in the order of their use."""
    local = dict(names)
    for node in (n for top in alternative.nodes() for n in walk(top)):
        if isinstance(node, Name) and node.name not in local:
            local[node.name] = f"v{len(local) - len(names) + 1}"
    return _renamed(alternative, local)


def _renamed(alternative: Alternative, names: dict[str, str]) -> Alternative:
    def rename(node: Node) -> Node | None:
        if isinstance(node, Name):
            return Name(names[node.name])
        if isinstance(node, NamedSet) and not node.args and node.name in names:
            return NamedSet(names[node.name])
        return None

    return rebuild_rules(Rules((), (alternative,)), rename).alternatives[0]
