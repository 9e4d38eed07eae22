"""Typed moves: what a person writes, read as a move of the position, or one sentence on what is legal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from grundy.explain.moves import Change, lowered_by, move_words, taken_from
from grundy.explain.saying import Saying
from grundy.explain.texts import brief, in_language, text
from grundy.games import expression
from grundy.rules.errors import GrundyError, PositionError, cut
from grundy.rules.notation import component_text
from grundy.rules.numbers import MAX_DIGITS
from grundy.rules.positions import Position
from grundy.rules.rulesets import Option, Ruleset, State

from .boards import plain
from .moves import Move, find_move, first_moves, has_option, options_with

MAX_LINE = 20_000
_LISTED, _STATES = 400, 5_000
_LARGE = 10**15
_LONG = 40
_EXAMPLES = 4

_LIST_NUMBER = re.compile(r"(?:#|move\s|第(?=\d+步|\d+种))\s*(\d+)\s*[步种]?")
_TAKE = re.compile(r"(?:take|(?:从这一堆)?取走?)\s*(\d+)\s*[个枚颗]?(?:\s*from\s+the\s+heap)?")
_ONE_FROM = (
    r"(\d+)\s*[个枚颗]?\s*(?:from|off)\s*(?:the\s)?(?:heap|part|number)?\s*(\d+)(?:st|nd|rd|th)?"
    r"\s*(?:heap|part|number)?"
)
_TAKE_FROM = re.compile(rf"take\s*{_ONE_FROM}(?:\s*(?:and|,)\s*(?:and\s*)?(?:take\s*)?{_ONE_FROM})*")
_ONE_FROM_CHINESE = r"从第?\s*(\d+)\s*[堆个][数中里]?取走?\s*(\d+)\s*[个枚颗]?"
_TAKE_FROM_CHINESE = re.compile(rf"{_ONE_FROM_CHINESE}(?:[、，,和]?\s*{_ONE_FROM_CHINESE})*")
_LESS = re.compile(r"(?:(\d+)\s+)?[-−]\s?(\d+)")
_CHANGES = re.compile(r"\(?\s*([-−]?\d+(?:\s*,\s*[-−]?\d+)+)\s*\)?")
_GO = re.compile(r"(?:go\s+from|从)\s*\(?[\d\s,]+\)?\s*(?:to|走到)\s*(\(?[\d\s,]+\)?)")
_REMARK = re.compile(r"\s*[(（][^()（）]*(?:\([^()]*\)[^()]*)*(?:->|→).*[)）]\s*$")
_FILLING = re.compile(
    r"\b(?:the|heap|part|number|pile|row|becomes?|to|into|and|move|make|leave)\b|->|第|堆|变为|变成|变|到|和|分成|为|[,;:&+()，。：、；]"
)


def read_move(position: Position, listed: Sequence[Move], line: str, lang: str = "en") -> Move:
    """The move that *line* means; *listed* are the moves that ``#1``, ``#2``, … stand for.

    ``2 5``: component 2 becomes 5; ``2 3 4``: it is split into 3 and 4; ``5``, where one component only can become 5;
    ``take 3 from 2``, ``2 -3``; ``-3, 0``: the first number loses 3; the text of the position after the move. Raises
    PositionError with a sentence in *lang*.

    >>> from grundy.games import expression
    >>> read_move(expression("nim[3, 5, 7]"), (), "heap 2 to 4").position
    nim[3, 4, 7]
    """
    said = line.strip()
    move = _by_state(position, said) or _by_words(position, listed, said, lang)
    if move is not None:
        return move
    if "[" in said:
        return _by_position(position, said, lang)
    said = _GO.sub(r"\1", _REMARK.sub("", said.lower()))
    number = _LIST_NUMBER.fullmatch(said)
    if number is not None:
        return _by_number(listed, int(number[1][:9]), lang)
    takes = _takes(_numbered(said, lang))
    if takes is not None:
        return _taking(position, takes, lang)
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
    if move.before.parts[move.part][0].heaps:
        numbers = " ".join(str(heap) for component in move.option for heap in plain(component))
    else:
        numbers = " ".join(map(component_text, move.option))
    return f"{move.part + 1} {numbers}" if len(move.before) > 1 else numbers


def how(position: Position, lang: str) -> str:
    """How a move of the position is typed, with an example."""
    moves, _ = first_moves(position, _LISTED)
    if not moves:
        return text(lang, "play.how.none")
    example = cut(typed(moves[0]), 60)
    if any(ruleset.heaps == 0 for ruleset, _ in position.parts):
        key = "states" if len(position) == 1 else "parts"
        return text(lang, f"play.how.{key}", example=example)
    if len(position) > 1:
        several = any(ruleset.heaps != 1 for ruleset, _ in position.parts)
        return text(lang, "play.how.parts" if several else "play.how.heaps", example=example)
    ruleset = position.parts[0][0]
    if ruleset.heaps != 1:
        return text(lang, "play.how.numbers", example=example)
    splits = [move for move in moves if len(move.option) > 1]
    if not splits:
        return text(lang, "play.how.heap" if taken_from(ruleset) else "play.how.number", example=example)
    split = splits[-1]
    example = cut(typed(next((move for move in moves if len(move.option) == 1), split)), 60)
    if example == typed(split):
        return text(lang, "play.how.only_split", split=cut(example, 60))
    return text(lang, "play.how.split", example=example, split=cut(typed(split), 60))


def taking_example(position: Position, lang: str) -> str | None:
    """How a move is typed by what it takes, with an example; None where no move takes from one number only.

    >>> from grundy.games import expression
    >>> taking_example(expression("wythoff[4, 7]"), "en")
    'take 1 from 1: takes 1 from heap 1'
    """
    for move in first_moves(position, _LISTED)[0]:
        ruleset: Ruleset = position.parts[move.part][0]
        component: Any = position.parts[move.part][1]
        after: Any = move.option[0] if move.option else ()
        takable = taken_from(ruleset)
        if len(move.option) != 1 or not takable or max(component) >= _LARGE:
            continue
        fallen = [i for i in takable if after[i] != component[i]]
        if len(fallen) != 1:
            continue
        count = component[fallen[0]] - after[fallen[0]]
        alone = len(position) == 1 and len(takable) == 1
        if len(position) > 1 and ruleset.heaps > 1:
            continue
        number = move.part + 1 if len(position) > 1 else fallen[0] + 1
        return text(lang, "play.how.take" if alone else "play.how.take_from", count=count, n=number)
    return None


def part_name(position: Position, part: int, lang: str) -> str:
    """What a component is called: heap 2, or part 2 where components are of several kinds; a single one by its text."""
    heaps = all(ruleset.heaps == 1 for ruleset, _ in position.parts)
    numbers = heaps and not all(taken_from(ruleset) for ruleset, _ in position.parts)
    if len(position) == 1:
        return text(lang, "play.part.only_number" if numbers else "play.part.only_heap" if heaps else "play.part.only")
    return text(lang, "play.part.number" if numbers else "play.part.heap" if heaps else "play.part.part", n=part + 1)


def _by_words(position: Position, listed: Sequence[Move], line: str, lang: str) -> Move | None:
    """The listed move that is typed in the words of hints and explanations, as far as a move has such words."""
    said = _bare(line.lower()).rstrip(".。")
    if said.isascii() and not said[:1].isalpha():
        return None
    for move in listed:
        for code in dict.fromkeys(("en", lang)):
            if _bare(move_words(position, Change(move.part, move.option), Saying(code)).lower()) == said:
                return move
    return None


def _by_position(position: Position, said: str, lang: str) -> Move:
    try:
        option = expression(said)
    except GrundyError as error:
        why, before = in_language(error.message, lang), said[: error.at or 0]
        key = "play.bad.position_behind" if before else "play.bad.position"
        raise PositionError(text(lang, key, why=why, before=before[-_LONG:])) from None
    move = find_move(position, option) if isinstance(option, Position) else None
    if move is None:
        raise PositionError(text(lang, "play.bad.reach", position=cut(said, 60), how=how(position, lang)))
    return move


def _by_number(listed: Sequence[Move], number: int, lang: str) -> Move:
    if not 1 <= number <= len(listed):
        raise PositionError(text(lang, "play.bad.listed", number=number, count=len(listed)))
    return listed[number - 1]


def _numbered(said: str, lang: str) -> str:
    """A line with numbers for the words first, second, …, of English and of *lang*."""
    for code in dict.fromkeys(("en", lang)):
        for i in range(10, 0, -1):
            word = text(code, f"explain.ordinal.{i}")
            said = re.sub(rf"\b{word}\b" if word.isascii() else word, f" {i} ", said)
    return " ".join(said.split())


def _takes(said: str) -> dict[int, str] | None:
    """What is taken from which number, digits by place; the place 0 where none is named; None for other lines.

    >>> _takes("take 3 from heap 1 and 3 from 2"), _takes("take 4"), _takes("2 -3"), _takes("(0, -3)")
    ({1: '3', 2: '3'}, {0: '4'}, {2: '3'}, {2: '3'})
    """
    less, changes = _LESS.fullmatch(said), _CHANGES.fullmatch(said)
    if less is not None:
        return {int((less[1] or "0")[:9]): less[2]}
    if changes is not None and re.search("[-−]", said):
        each = [number.strip() for number in changes[1].split(",")]
        taken = {place: number[1:] for place, number in enumerate(each, 1) if number[0] in "-−"}
        return taken if all(int(number[:9]) == 0 for number in each if number[0] not in "-−") else None
    alone = _TAKE.fullmatch(said)
    if alone is not None:
        return {0: alone[1]}
    if _TAKE_FROM.fullmatch(said):
        return {int(place[:9]): count for count, place in re.findall(_ONE_FROM, said)}
    if _TAKE_FROM_CHINESE.fullmatch(said):
        return {int(place[:9]): count for place, count in re.findall(_ONE_FROM_CHINESE, said)}
    return None


def _taking(position: Position, takes: dict[int, str], lang: str) -> Move:
    """The move that takes so many from a heap; the heap may be left out where there is one only.

    Of a single component of several numbers, they are counted in it.
    """
    if max(map(len, takes.values())) > MAX_DIGITS:
        raise PositionError(text(lang, "play.bad.empty", how=how(position, lang)))
    counts = {place: int(count) for place, count in takes.items()}
    if len(position) == 1 and position.parts[0][0].heaps != 1:
        return _taking_inside(position, counts, lang)
    ((number, count),) = [*counts.items()][:1]
    if number == 0 and len(position) > 1:
        raise PositionError(text(lang, "play.bad.from_which", count=brief(count), how=how(position, lang)))
    place = _place(position, number or 1, lang)
    ruleset: Ruleset = position.parts[place][0]
    component: State = position.parts[place][1]
    if ruleset.heaps != 1 or len(counts) > 1:
        raise PositionError(text(lang, "play.bad.empty", how=how(position, lang)))
    left = component[0] - count
    if left < ruleset.least:
        raise _illegal(position, place, text(lang, "play.bad.take", count=brief(count)), lang)
    return _checked(position, place, ((left,),), lang)


def _taking_inside(position: Position, counts: dict[int, int], lang: str) -> Move:
    """The move of a single component that takes these counts from its numbers, where there is exactly one."""
    ruleset: Ruleset = position.parts[0][0]
    component: Any = position.parts[0][1]
    heaps = ruleset.heaps
    takable = sorted(lowered_by(ruleset)) if heaps else []
    if 0 in counts and len(takable) == 1:
        counts = {takable[0] + 1: counts[0]}
    wish = text(lang, "play.bad.take", count=" & ".join(map(brief, counts.values())))
    if 0 in counts and takable:
        raise PositionError(text(lang, "play.bad.from_which", count=brief(counts[0]), how=how(position, lang)))
    if not takable or not set(counts) <= {i + 1 for i in takable}:
        raise PositionError(text(lang, "play.bad.empty", how=how(position, lang)))
    left = {place - 1: component[place - 1] - count for place, count in counts.items()}
    found = [
        option
        for option in options_with(ruleset, component, *next(iter(left.items())))
        if len(option) == 1 and all(option[0][i] == heap for i, heap in left.items())
    ]
    whole = [o for o in found if all(o[0][i] == component[i] for i in takable if i not in left)]
    found = whole or found
    if len(found) != 1:
        raise _illegal(position, 0, wish, lang)
    return Move(position, 0, found[0])


def _by_state(position: Position, said: str) -> Move | None:
    """The move to a state of a function that is typed as a text, as it is shown, or as the position after the move."""
    if all(ruleset.heaps for ruleset, _ in position.parts):
        return None
    moves, _ = first_moves(position, _STATES)
    wanted = _bare(said)
    for move in moves:
        part, after = position.parts[move.part], " ".join(map(component_text, move.option))
        named = f"{move.part + 1} {after}"
        texts = [str(move.position), named, *([after] if len(position) == 1 else [])]
        if part[0].heaps == 0 and wanted in map(_bare, texts):
            return move
    return None


def _bare(said: str) -> str:
    """A text without blanks and quotation marks."""
    return re.sub(r"[\s'\"]+", "", said)


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
        raise PositionError(text(lang, "play.bad.nowhere", number=brief(numbers[0]), how=how(position, lang)))
    raise PositionError(
        text(lang, "play.bad.ambiguous", number=brief(numbers[0]), example=typed(found[0]), other=typed(found[-1]))
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
    wanted = " & ".join(", ".join(map(brief, c)) for c in _chunks(numbers, max(heaps, 1)))
    raise _illegal(position, part, text(lang, "play.bad.become", after=wanted), lang)


def _checked(position: Position, part: int, option: Option, lang: str) -> Move:
    if has_option(*position.parts[part], option):
        return Move(position, part, option)
    after = " & ".join(", ".join(map(brief, component)) for component in option)
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
    options = _ranges(single) if complete else [brief(n) for n in single[:_EXAMPLES]]
    other = [m for m in moves if not (len(m.option) == 1 and _is_heap(m.option[0]))]
    options += [" & ".join(", ".join(map(brief, plain(c))) for c in m.option) for m in other[:_EXAMPLES]]
    if not complete or len(other) > _EXAMPLES:
        options.append("…")
    return PositionError(
        text(lang, "play.bad.illegal", part=name, wish=wish, options=text(lang, "explain.list.semicolon").join(options))
    )


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
    return [brief(a) if a == b else f"{brief(a)}-{brief(b)}" for a, b in found]
