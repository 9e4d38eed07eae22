"""What the kernels need for a problem: the shape of its cases, the laws of its position, its answers, as arrays.

Nothing here is about one problem. A problem has a plan where its cases are numbers and at most one list, at the
end; its position is one component of a law of outcomes, or a sum of heaps whose laws are of values, with names,
lists and constants as heaps and parameters; and its conditions compare numbers with constants.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import NamedTuple

from grundy.judge.answering import Compiled, compiled
from grundy.judge.boxes import LARGEST, Box, boxes_of
from grundy.judge.case import Shape
from grundy.judge.families import FAMILIES
from grundy.judge.position import Group, Known, Operand, names_of
from grundy.judge.problem import Problem
from grundy.judge.template import MOVE_FIELDS, Template
from grundy.laws.base import Law
from grundy.laws.beatty import BeattyLaw
from grundy.laws.nim import NimLaw
from grundy.laws.race import RaceLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.window import ScaledWindowLaw
from grundy.rules.parsing import parse_condition

LONGEST_LIST = 1 << 40
_FIELDS = {"case": -2, "value": -3, "t": -4, "y": -5, "i": -6}
_CONSTANT, _LIST = -1, -2
_MOST_CONDITIONS = 200  # each has an answer, whose number is a byte


class Reading(NamedTuple):
    """A law as the kernels have it: its name there, its own operands, the least heap and the least parameter."""

    name: str
    operands: tuple[Operand, ...]
    least: int
    least_parameter: int = 0


class Plan(NamedTuple):
    """A problem as arrays; `cases`, `outcomes`, `sums` and `answers` of `kernels` say what they hold.

    *law* is "sums", "beatty" or "race"; *moves* says that the answers hold a winning move.
    """

    law: str
    lines: bool
    misere: bool
    moves: bool
    plain: int
    shape: array[int]
    bounds: array[int]
    marks: array[int]
    boxes: array[int]
    laws: array[int]
    places: array[int]
    offsets: array[int]
    program: array[int]
    texts: bytearray


@lru_cache(16)
def plan_of(problem: Problem) -> Plan | None:
    """The plan of *problem*, or None where its cases are answered one by one."""
    ready = compiled(problem)
    shape = ready.shape
    plain = next((i for i, item in enumerate(shape) if item.is_list), len(shape))
    if not 1 <= plain <= 64 or len(shape) > plain + 1:
        return None
    ranges = _ranges(shape)
    laws, answers, conditions = _laws(ready, ranges, plain), _answers(ready), _conditions(problem, shape)
    if laws is None or answers is None or conditions is None or any(least > most for least, most in ranges):
        return None
    kind, law, operands = laws
    moves = any(field in MOVE_FIELDS for field in ready.if_n.fields)
    if (moves and ready.misere) or (kind != "sums" and (moves or "value" in ready.fields)):
        return None
    ends, exempt = conditions
    head = ready.end.size if ready.end else 0
    last = shape[-1]
    return Plan(
        law=kind,
        lines=problem.read == "lines",
        misere=problem.misere,
        moves=moves,
        plain=plain,
        shape=array("q", [plain, -1 if last.counted_by is None else last.counted_by, last.length or 0, head]),
        bounds=array("Q", [end for pair in (*ranges, (0, 0))[: plain + 1] for end in pair]),
        marks=array("Q", [end for box in ends for end in _row(box, head)]),
        boxes=array("Q", [n for i, found in enumerate(exempt) for box in found for n in (2 + i, *_row(box, plain))]),
        laws=array("q", law),
        places=array("q", [place for place, _ in operands]),
        offsets=array("Q", [offset % 2**64 for _, offset in operands]),
        program=answers[0],
        texts=answers[1],
    )


def _conditions(problem: Problem, shape: Shape) -> tuple[list[Box], list[list[Box]]] | None:
    """The boxes of the condition that ends the input, and those of each exception; None where they are none."""
    places = names_of(shape).numbers
    texts = [problem.end] if problem.end else []
    found = [boxes_of(parse_condition(text), places) for text in (*texts, *(e.when for e in problem.exceptions))]
    boxes = [one for one in found if one is not None]
    if len(boxes) < len(found) or len(found) > _MOST_CONDITIONS:
        return None
    return (boxes[0], boxes[1:]) if problem.end else ([], boxes)


def _row(box: Box, plain: int) -> list[int]:
    return [end for place in range(plain) for end in box.get(place, (0, LARGEST))]


def _ranges(shape: Shape) -> list[tuple[int, int]]:
    """The ranges within which the kernels take the numbers of a case; those outside are read one by one."""
    counters = {item.counted_by for item in shape}
    found = []
    for index, item in enumerate(shape):
        most = LONGEST_LIST if index in counters else LARGEST
        bound = item.bound
        found.append((max(bound.least or 0, 0), most if bound.most is None else min(bound.most, most)))
    return found


Laws = tuple[str, list[int], list[tuple[int, int]]]


def _laws(ready: Compiled, ranges: list[tuple[int, int]], plain: int) -> Laws | None:
    """The kernel, the laws of its terms, and their operands; *ranges* get narrower as the operands need it."""
    groups = [(group, _reading(group.known)) for group in ready.groups]
    readings = [reading for _, reading in groups if reading is not None]
    if len(readings) < len(groups) or any(not group.operands for group, _ in groups):
        return None
    if any(not _within(group, reading, ranges) for group, reading in zip(ready.groups, readings, strict=True)):
        return None
    names = {"nim": 0, "residue": 1, "window": 2}
    if all(reading.name in names for reading in readings):
        if ready.misere and any(reading.name != "nim" for reading in readings):
            return None
        terms = [(r, operand) for g, r in zip(ready.groups, readings, strict=True) for operand in g.operands or ()]
        pairs = [(r.operands[0] if r.operands else Operand(None), operand) for r, operand in terms]
        return "sums", [names[r.name] for r, _ in terms], [_packed(o, plain) for pair in pairs for o in pair]
    (reading, *others), operands = readings, ready.groups[0].operands or ()
    heaps = {"beatty": 2, "race": 1}.get(reading.name)
    packed = [_packed(operand, plain) for operand in (*reading.operands, *operands)]
    if others or ready.misere or heaps != len(operands) or any(place == _LIST for place, _ in packed):
        return None
    return reading.name, [], packed


def _packed(operand: Operand, plain: int) -> tuple[int, int]:
    if operand.place is None:
        return _CONSTANT, operand.offset
    return _LIST if operand.place == plain else operand.place, operand.offset


def _within(group: Group, reading: Reading, ranges: list[tuple[int, int]]) -> bool:
    """Whether the constants are 64-bit words, the heaps not below the least one; the other operands are made so."""
    parameters = group.known.parameters if group.known is not None else ()
    heaps = [(operand, reading.least) for operand in group.operands or ()]
    for operand, least in (*heaps, *((p, reading.least_parameter) for p in parameters)):
        if operand.place is None:
            if not least <= operand.offset <= LARGEST:
                return False
        else:
            low, high = ranges[operand.place]
            ranges[operand.place] = max(low, least - operand.offset), min(high, LARGEST - operand.offset)
    return True


def _reading(known: Known | None) -> Reading | None:
    """The law of the rules as the kernels have it, if they do."""
    if known is None:
        return None
    if known.only is not None:
        return _of_law(known.only.law, known.only.least)
    if known.family not in FAMILIES:
        return None
    name, more, first, least = FAMILIES[known.family]
    return Reading(name, tuple(Operand(p.place, p.offset + more) for p in known.parameters), least, first)


def _of_law(law: Law | None, least: int) -> Reading | None:
    """The reading of one law. Above all words, a modulus is as good as 2^64 (written 0), a factor as 2^64 - 1."""
    match law:
        case NimLaw():
            return Reading("nim", (), least)
        case ResidueLaw(modulus=modulus):
            return Reading("residue", (Operand(None, modulus if modulus <= LARGEST else 0),), least)
        case ScaledWindowLaw(k=k, floor=1):
            return Reading("window", (Operand(None, min(max(k, 0), LARGEST)),), least)
        case BeattyLaw(r=r) if r <= LARGEST:
            return Reading("beatty", (Operand(None, r),), least)
        case RaceLaw(low=low, high=high, goal=goal) if max(low, high, goal) <= LARGEST:
            return Reading("race", tuple(Operand(None, max(number, 0)) for number in (low, high, goal)), least)
    return None


def _answers(ready: Compiled) -> tuple[array[int], bytearray] | None:
    """The texts of the answers, for P, N and each exception, and the program that puts them together."""
    templates: list[Template] = [ready.if_p, ready.if_n, *(template for _, template in ready.exceptions)]
    numbers = {item.name: index for index, item in enumerate(ready.shape) if not item.is_list}
    codes = {**numbers, **_FIELDS}
    texts, pieces, begins = bytearray(), array("q"), []
    for template in templates:
        begins.append(len(pieces))
        for index, text in enumerate(template.texts):
            field = template.fields[index] if index < len(template.fields) else None
            if field is not None and field not in codes:
                return None
            data = (text if field is not None else f"{text}\n").encode()
            pieces.extend((len(texts), len(data), -1 if field is None else codes[field]))
            texts += data
    begins.append(len(pieces))
    head = len(begins) + 1
    return array("q", [len(templates), *(head + begin for begin in begins)]) + pieces, texts
