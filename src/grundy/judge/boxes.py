"""Conditions over a case's numbers as boxes: a range for each number."""

from __future__ import annotations

from collections.abc import Mapping

from grundy.rules.terms import And, Compare, Condition, In, Int, Name, Neg, Not, Op, Or, SetOf, Term, positive

LARGEST = 2**64 - 1
Range = tuple[int, int]
Box = dict[int, Range]
"""Least and most of the numbers at these places; the others may be anything."""

_MOST = 64
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


def boxes_of(condition: Condition, places: Mapping[str, int]) -> list[Box] | None:
    """The boxes of numbers 0..2^64-1 in whose union *condition* holds; None where it is no such thing, or too many.

    *places* are the names' places. What compares a name, plus or minus constants, with a constant is a box.

    >>> from grundy.rules.parsing import parse_condition
    >>> boxes_of(parse_condition("a == 0 and 1 <= b < 9"), {"a": 0, "b": 1})
    [{0: (0, 0), 1: (1, 8)}]
    >>> boxes_of(parse_condition("a == b"), {"a": 0, "b": 1}) is None
    True
    """
    found = _boxes(positive(condition), places)
    return found if found is not None and len(found) <= _MOST else None


def _boxes(condition: Condition, places: Mapping[str, int]) -> list[Box] | None:
    match condition:
        case Compare():
            return _comparison(condition, places)
        case In(term=term, members=SetOf(elements=elements), negated=negated):
            each: tuple[Condition, ...] = tuple(Compare("!=" if negated else "==", term, e) for e in elements)
            return _boxes(And(each) if negated else Or(each), places)
        case And(parts=parts):
            return _all(parts, places)
        case Or(parts=parts):
            some = [_boxes(part, places) for part in parts]
            return None if None in some else [box for boxes in some for box in boxes or ()]
        case In() | Not():
            return None


def _all(parts: tuple[Condition, ...], places: Mapping[str, int]) -> list[Box] | None:
    """The boxes in which all of *parts* hold."""
    found: list[Box] = [{}]
    for part in parts:
        boxes = _boxes(part, places)
        if boxes is None or len(found) * len(boxes) > _MOST**2:
            return None
        found = [box for a in found for b in boxes if (box := _meet(a, b)) is not None]
    return found


def _meet(a: Box, b: Box) -> Box | None:
    """The numbers that are in both boxes, None if there are none."""
    found = dict(a)
    for place, (least, most) in b.items():
        low, high = found.get(place, (0, LARGEST))
        found[place] = max(low, least), min(high, most)
        if found[place][0] > found[place][1]:
            return None
    return found


def _comparison(condition: Compare, places: Mapping[str, int]) -> list[Box] | None:
    left, right = _sum(condition.left, places), _sum(condition.right, places)
    if left is None or right is None or (left[0] is not None and right[0] is not None):
        return None
    op = condition.op
    if left[0] is None:
        left, right, op = right, left, _MIRRORED[op]
    place, number = left[0], right[1] - left[1]  # the number at the place is compared with this one
    ranges = {
        "==": [(number, number)],
        "!=": [(0, number - 1), (number + 1, LARGEST)],
        "<": [(0, number - 1)],
        "<=": [(0, number)],
        ">": [(number + 1, LARGEST)],
        ">=": [(number, LARGEST)],
    }[op]
    if place is None:  # of constants only: true or false
        return [{}] if any(least <= 0 <= most for least, most in ranges) else []
    inside = [(max(least, 0), min(most, LARGEST)) for least, most in ranges]
    return [{place: (least, most)} for least, most in inside if least <= most]


def _sum(term: Term, places: Mapping[str, int]) -> tuple[int | None, int] | None:
    """The place of the only name in *term*, if there is one, and the constant that is added to it."""
    match term:
        case Int(value=value):
            return None, value
        case Name(name=name):
            return places[name], 0
        case Neg(term=inner):
            found = _sum(inner, places)
            return (None, -found[1]) if found is not None and found[0] is None else None
        case Op(op="+" | "-" as op, left=left, right=right):
            a, b = _sum(left, places), _sum(right, places)
            if a is None or b is None or (b[0] is not None and (a[0] is not None or op == "-")):
                return None
            return (a[0] if b[0] is None else b[0]), (a[1] + b[1] if op == "+" else a[1] - b[1])
        case _:
            return None
