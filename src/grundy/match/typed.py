"""Typed moves: what a person writes, read as a move of the position, or one sentence on what is legal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from grundy.explain.texts import text
from grundy.games import expression
from grundy.rules.errors import GrundyError, PositionError, cut
from grundy.rules.numbers import MAX_DIGITS, shown
from grundy.rules.positions import Position
from grundy.rules.rulesets import Option, Ruleset, State

from .boards import plain
from .moves import Move, find_move, first_moves, has_option

MAX_LINE = 20_000
_LISTED = 400
_EXAMPLES = 4

_LIST_NUMBER = re.compile(r"(?:#|move\s|第(?=\d+步|\d+种))\s*(\d+)\s*[步种]?")
_TAKE = re.compile(r"(?:take|-|取走?)\s*(\d+)(?:\s*(?:from|off)?\s*(?:the\s)?(?:heap|part|number)?\s*(\d+))?")
_TAKE_FROM = re.compile(r"从第?\s*(\d+)\s*堆[中里]?取走?\s*(\d+)\s*[个枚颗]?")
_FILLING = re.compile(
    r"\b(?:the|heap|part|number|pile|row|becomes?|to|into|and|move|make|leave)\b|->|第|堆|变为|变成|变|到|和|分成|为|[,;:&+()，。：、；]"
)


def read_move(position: Position, listed: Sequence[Move], line: str, lang: str = "en") -> Move:
    """The move that *line* means; *listed* are the moves that ``#1``, ``#2``, … stand for.

    ``2 5``: component 2 becomes 5; ``2 3 4``: it is split into 3 and 4; ``5``, where one component only can become 5;
    ``take 3 from 2``; the text of the position after the move. Raises PositionError with a sentence in *lang*.

    >>> from grundy.games import expression
    >>> read_move(expression("nim[3, 5, 7]"), (), "heap 2 to 4").position
    nim[3, 4, 7]
    """
    said = line.strip()
    if "[" in said:
        return _by_position(position, said, lang)
    said = said.lower()
    number = _LIST_NUMBER.fullmatch(said)
    if number is not None:
        return _by_number(listed, int(number[1][:9]), lang)
    taken = _TAKE.fullmatch(said)
    if taken is not None:
        return _taking(position, taken[1], taken[2], lang)
    taken = _TAKE_FROM.fullmatch(said)
    if taken is not None:
        return _taking(position, taken[2], taken[1], lang)
    numbers = []
    for word in _FILLING.sub(" ", said).split():
        if not (word.isascii() and word.isdigit()) or len(word) > MAX_DIGITS:
            raise PositionError(text(lang, "play.bad.unread", line=cut(line.strip(), 40), how=how(position, lang)))
        numbers.append(int(word))
    if not numbers:
        raise PositionError(text(lang, "play.bad.empty", how=how(position, lang)))
    return _by_numbers(position, numbers, lang)


def typed(move: Move) -> str:
    """What a person types for a move: the number of the component, where there are several, and what it becomes.

    >>> from grundy.games import expression
    >>> typed(Move(expression("kayles[3, 7]"), 1, ((1,), (4,))))
    '2 1 4'
    """
    numbers = " ".join(str(heap) for component in move.option for heap in plain(component))
    return f"{move.part + 1} {numbers}" if len(move.before) > 1 else numbers


def how(position: Position, lang: str) -> str:
    """How a move of the position is typed, with an example."""
    moves, _ = first_moves(position, _LISTED)
    if not moves:
        return text(lang, "play.how.none")
    example = cut(typed(moves[0]), 60)
    if len(position) > 1:
        several = any(ruleset.heaps != 1 for ruleset, _ in position.parts)
        return text(lang, "play.how.parts" if several else "play.how.heaps", example=example)
    ruleset = position.parts[0][0]
    if ruleset.heaps != 1:
        return text(lang, "play.how.numbers", example=example)
    split = next((move for move in moves if len(move.option) > 1), None)
    if split is None:
        return text(lang, "play.how.heap", example=example)
    return text(lang, "play.how.split", example=example, split=cut(typed(split), 60))


def part_name(position: Position, part: int, lang: str) -> str:
    """What a component is called: heap 2, or part 2 where components are of several kinds; a single one by its text."""
    heaps = all(ruleset.heaps == 1 for ruleset, _ in position.parts)
    if len(position) == 1:
        return text(lang, "play.part.only_heap" if heaps else "play.part.only")
    return text(lang, "play.part.heap" if heaps else "play.part.part", n=part + 1)


def _by_position(position: Position, said: str, lang: str) -> Move:
    try:
        option = expression(said)
    except GrundyError as error:
        raise PositionError(text(lang, "play.bad.position", why=error.message)) from None
    move = find_move(position, option) if isinstance(option, Position) else None
    if move is None:
        raise PositionError(text(lang, "play.bad.reach", position=cut(said, 60), how=how(position, lang)))
    return move


def _by_number(listed: Sequence[Move], number: int, lang: str) -> Move:
    if not 1 <= number <= len(listed):
        raise PositionError(text(lang, "play.bad.listed", number=number, count=len(listed)))
    return listed[number - 1]


def _taking(position: Position, count: str, part: str | None, lang: str) -> Move:
    """The move that takes so many from a heap; the heap may be left out where there is one only."""
    if max(len(count), len(part or "")) > MAX_DIGITS:
        raise PositionError(text(lang, "play.bad.empty", how=how(position, lang)))
    if part is None and len(position) > 1:
        raise PositionError(text(lang, "play.bad.from_which", count=shown(int(count)), how=how(position, lang)))
    place = _place(position, int(part or 1), lang)
    ruleset: Ruleset
    component: State
    ruleset, component = position.parts[place]
    if ruleset.heaps != 1:
        raise PositionError(text(lang, "play.bad.empty", how=how(position, lang)))
    left = component[0] - int(count)
    if left < ruleset.least:
        raise _illegal(position, place, text(lang, "play.bad.take", count=shown(int(count))), lang)
    return _checked(position, place, ((left,),), lang)


def _place(position: Position, number: int, lang: str) -> int:
    if not 1 <= number <= len(position):
        raise PositionError(text(lang, "play.bad.part", number=number, count=len(position), how=how(position, lang)))
    return number - 1


def _by_numbers(position: Position, numbers: list[int], lang: str) -> Move:
    if len(position) == 1:
        if len(numbers) > 1 and numbers[0] == 1 and position.parts[0][0].heaps == 1:
            move = next(_legal(position, 0, numbers), None) or next(_legal(position, 0, numbers[1:]), None)
            if move is not None:
                return move
        return _of_part(position, 0, numbers, lang)
    if len(numbers) > 1:
        return _of_part(position, _place(position, numbers[0], lang), numbers[1:], lang)
    found = [m for i in range(len(position)) for m in islice(_legal(position, i, numbers), 1)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise PositionError(text(lang, "play.bad.nowhere", number=shown(numbers[0]), how=how(position, lang)))
    raise PositionError(
        text(lang, "play.bad.ambiguous", number=shown(numbers[0]), example=typed(found[0]), other=typed(found[-1]))
    )


def _of_part(position: Position, part: int, numbers: list[int], lang: str) -> Move:
    """The move of a component to *numbers*, which may lack the last ones where there is one such move only."""
    move = next(_legal(position, part, numbers), None)
    if move is not None:
        return move
    heaps = position.parts[part][0].heaps
    if 0 < len(numbers) < heaps:
        moves, complete = first_moves(Position((position.parts[part],)), _LISTED)
        begun = [m for m in moves if len(m.option) == 1 and list(m.option[0][: len(numbers)]) == numbers]
        if complete and len(begun) == 1:
            return Move(position, part, begun[0].option)
    wanted = " & ".join(", ".join(map(shown, c)) for c in _chunks(numbers, max(heaps, 1)))
    raise _illegal(position, part, text(lang, "play.bad.become", after=wanted), lang)


def _checked(position: Position, part: int, option: Option, lang: str) -> Move:
    if has_option(*position.parts[part], option):
        return Move(position, part, option)
    after = " & ".join(", ".join(map(shown, component)) for component in option)
    raise _illegal(position, part, text(lang, "play.bad.become", after=after), lang)


def _legal(position: Position, part: int, numbers: list[int]) -> Iterator[Move]:
    """The legal moves of a component that *numbers* may mean: empty heaps beside others may be written or not."""
    ruleset, component = position.parts[part]
    heaps = ruleset.heaps
    if heaps == 0:
        states: list[State] = [numbers[0] if len(numbers) == 1 else tuple(numbers)]
        readings: list[Option] = [tuple(states)]
    elif len(numbers) % heaps:
        return
    else:
        option = tuple(_chunks(numbers, heaps))
        readings = [option]
        if heaps == 1:
            readings += [tuple(c for c in option if c != (0,)) or ((0,),), ((0,), *option)]
    for reading in dict.fromkeys(readings):
        if reading != (component,) and has_option(ruleset, component, reading):
            yield Move(position, part, reading)


def _chunks(numbers: list[int], size: int) -> list[tuple[int, ...]]:
    return [tuple(numbers[i : i + size]) for i in range(0, len(numbers), size)]


def _illegal(position: Position, part: int, wish: str, lang: str) -> PositionError:
    """The error that says what is legal in a component."""
    moves, complete = first_moves(Position((position.parts[part],)), _LISTED)
    name = part_name(position, part, lang)
    if not moves:
        return PositionError(text(lang, "play.bad.no_move", part=name, wish=wish))
    single = sorted(m.option[0][0] for m in moves if len(m.option) == 1 and _is_heap(m.option[0]))
    options = _ranges(single) if complete else [shown(n) for n in single[:_EXAMPLES]]
    other = [m for m in moves if not (len(m.option) == 1 and _is_heap(m.option[0]))]
    options += [" & ".join(", ".join(map(shown, plain(c))) for c in m.option) for m in other[:_EXAMPLES]]
    if not complete or len(other) > _EXAMPLES:
        options.append("…")
    return PositionError(text(lang, "play.bad.illegal", part=name, wish=wish, options="; ".join(options)))


def _is_heap(component: State) -> bool:
    return isinstance(component, tuple) and len(component) == 1 and isinstance(component[0], int)


def _ranges(numbers: list[int]) -> list[str]:
    """Ascending numbers as ranges.

    >>> _ranges([0, 1, 2, 5])
    ['0-2', '5']
    """
    found: list[list[int]] = []
    for n in numbers:
        if found and n == found[-1][1] + 1:
            found[-1][1] = n
        else:
            found.append([n, n])
    return [shown(a) if a == b else f"{shown(a)}-{shown(b)}" for a, b in found]
