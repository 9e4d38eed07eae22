"""The tree of a rule text: terms, sets, conditions, alternatives.

Every node is a frozen value; *at*, the place in the text that a node was read from, takes no part in equality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .values import Value, replace

MAX_HEAPS = 64
"""The heaps that one component may have."""


class Int(Value):
    """An integer constant."""

    value: int
    at: int = -1


class Name(Value):
    """A heap, a parameter or a free variable."""

    name: str
    at: int = -1


class Neg(Value):
    """The negative of a term."""

    term: Term
    at: int = -1


class Op(Value):
    """left op right, for op one of + - * // %, over the integers."""

    op: str
    left: Term
    right: Term
    at: int = -1


class Call(Value):
    """abs, min or max of terms."""

    function: str
    args: tuple[Term, ...]
    at: int = -1


Term = Int | Name | Neg | Op | Call


class SetOf(Value):
    """A finite set given by its elements."""

    elements: tuple[Term, ...]
    at: int = -1


class NamedSet(Value):
    """A set with a name of the language (squares, divisors(n), …), or a set parameter (then without arguments)."""

    name: str
    args: tuple[Term, ...] = ()
    at: int = -1


SetTerm = SetOf | NamedSet


class Compare(Value):
    """left op right, for op one of == != < <= > >=."""

    op: str
    left: Term
    right: Term
    at: int = -1


class In(Value):
    """The term is a member of the set, or (negated) is not."""

    term: Term
    members: SetTerm
    negated: bool = False
    at: int = -1


class And(Value):
    """All parts hold; *chain* marks a chained comparison, for printing only."""

    parts: tuple[Condition, ...]
    chain: bool = False


class Or(Value):
    """At least one part holds."""

    parts: tuple[Condition, ...]


class Not(Value):
    """The part does not hold."""

    part: Condition


Condition = Compare | In | And | Or | Not
Node = Term | SetTerm | Condition

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Alternative(Value):
    """One kind of move: the components that replace a component, and the condition on the free variables."""

    components: tuple[tuple[Term, ...], ...]
    where: Condition | None = None
    at: int = -1

    def nodes(self) -> Iterator[Node]:
        """The terms of the components, then the condition."""
        for component in self.components:
            yield from component
        if self.where is not None:
            yield self.where


class Rules(Value):
    """The heaps of one component, and the alternatives of a move from it."""

    heaps: tuple[str, ...]
    alternatives: tuple[Alternative, ...]


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below *node*, left to right."""
    match node:
        case Int() | Name():
            return ()
        case Neg(term=term):
            return (term,)
        case Op(left=left, right=right) | Compare(left=left, right=right):
            return (left, right)
        case Call(args=args) | NamedSet(args=args):
            return args
        case SetOf(elements=elements):
            return elements
        case In(term=term, members=members):
            return (term, members)
        case And(parts=parts) | Or(parts=parts):
            return parts
        case Not(part=part):
            return (part,)


def walk(node: Node) -> Iterator[Node]:
    """*node* and all nodes below it, left to right."""
    yield node
    for child in children(node):
        yield from walk(child)


def rebuild(node: Node, change: Callable[[Node], Node | None]) -> Node:
    """*node* with each node below replaced by what *change* gives for it, where that is not None (then it is final)."""
    changed = change(node)
    if changed is not None:
        return changed
    below = tuple(rebuild(child, change) for child in children(node))
    return _with_children(node, below)


def _with_children(node: Node, below: tuple[Any, ...]) -> Node:
    match node:
        case Neg():
            return replace(node, term=below[0])
        case Op() | Compare():
            return replace(node, left=below[0], right=below[1])
        case Call() | NamedSet():
            return replace(node, args=below)
        case SetOf():
            return replace(node, elements=below)
        case In():
            return replace(node, term=below[0], members=below[1])
        case And() | Or():
            return replace(node, parts=below)
        case Not():
            return replace(node, part=below[0])
    return node


def rebuild_rules(rules: Rules, change: Callable[[Node], Node | None]) -> Rules:
    """*rules* with :func:`rebuild` applied to every term and condition."""
    return Rules(
        rules.heaps,
        tuple(
            Alternative(
                tuple(tuple(rebuild(t, change) for t in c) for c in alternative.components),  # type: ignore[misc]
                None if alternative.where is None else rebuild(alternative.where, change),  # type: ignore[arg-type]
                alternative.at,
            )
            for alternative in rules.alternatives
        ),
    )


def positive(condition: Condition, *, negate: bool = False) -> Condition:
    """*condition* (or its negation) without Not: negation normal form.

    >>> positive(Not(Compare("<", Name("t"), Int(3))))
    Compare(op='>=', left=Name(name='t'), right=Int(value=3))
    """
    match condition:
        case Not(part=part):
            return positive(part, negate=not negate)
        case And(parts=parts) | Or(parts=parts):
            both = isinstance(condition, And) != negate
            inner = tuple(positive(part, negate=negate) for part in parts)
            return And(inner) if both else Or(inner)
        case Compare(op=op) if negate:
            return replace(condition, op=_OPPOSITE[op])
        case In(negated=negated) if negate:
            return replace(condition, negated=not negated)
        case _:
            return condition


def conjuncts(condition: Condition | None) -> tuple[Condition, ...]:
    """The parts that must all hold, in order, of a condition in negation normal form."""
    if condition is None:
        return ()
    if isinstance(condition, And):
        return tuple(c for part in condition.parts for c in conjuncts(part))
    return (condition,)
