"""Boards drawn in characters: rows of pieces of text, each with the name of what it is."""

from __future__ import annotations

from typing import Any

from grundy.explain.texts import brief, text

from .states import Part, State

Row = list[tuple[str, str]]
"""Pieces of a line: a text, and what it is: object, number, token, target, win, lose, corner, label, name;
in a dialogue also said, wrong, and command.
"""

_SIGNS = {"object": "●", "pin": "┃", "token": "●", "free": "·", "target": "○", "corner": "◎"}
_ASCII = {"object": "o", "pin": "|", "token": "@", "free": ".", "target": "o", "corner": "x"}
_GROUP = 5


def draw(seen: State, *, letters: bool = False, ascii_only: bool = False, lang: str = "en") -> list[Row]:
    """The rows of all components; with *letters*, a cell that a move leads to says W or L instead of being marked.

    >>> from grundy.games import expression
    >>> from grundy.match import state
    >>> for row in draw(state(expression("nim[3, 7]"))):
    ...     print("".join(piece for piece, _ in row))
    1  ●●●  3
    2  ●●●●● ●●  7
    """
    signs = _ASCII if ascii_only else _SIGNS
    several = len(seen.parts) > 1
    one_kind = len({part.ruleset for part in seen.parts}) == 1
    width = len(str(len(seen.parts)))
    rows: list[Row] = []
    for i, part in enumerate(seen.parts):
        name = "" if one_kind else part.text
        inside = _board(seen, i, signs, letters=letters, lang=lang)
        label = f"{i + 1:>{width}}  " if several else ""
        if len(inside) > 1 and (label or name):
            rows.append([(label, "label"), (name, "name")])
            rows += [[(" " * len(label), ""), *row] for row in inside]
        else:
            first = [(label, "label"), (f"{name}  ", "name")] if name else [(label, "label")]
            rows += [[*first, *row] for row in inside]
    return rows


def _board(seen: State, i: int, signs: dict[str, str], *, letters: bool, lang: str) -> list[Row]:
    part = seen.parts[i]
    heaps = part.board["heaps"]
    match part.board["kind"]:
        case "heaps":
            return [[*_objects(heaps[0], signs["object"]), (brief(heaps[0]), "number")]]
        case "strip":
            return [[*_objects(heaps[0], signs["pin"], group=heaps[0]), (brief(heaps[0]), "number")]]
        case "number":
            goal = part.board["goal"]
            ahead: Row = [] if goal is None else [(f" {text(lang, 'play.goal', goal=goal)}", "label")]
            return [[(brief(heaps[0]), "number"), *ahead]]
        case "quarter":
            return _quarter(part, _targets(seen, i, signs, letters=letters), signs)
    return [[(", ".join(brief(h) if isinstance(h, int) else str(h) for h in heaps), "number")]]


def _objects(count: int, sign: str, group: int = _GROUP) -> Row:
    """So many signs in groups; neighbours in a row make one group."""
    if count == 0:
        return []
    groups = [sign * min(group, count - i) for i in range(0, count, group)]
    return [(" ".join(groups), "object"), ("  ", "")]


def _targets(seen: State, i: int, signs: dict[str, str], *, letters: bool) -> dict[tuple[int, ...], tuple[str, str]]:
    """The cells that the moves of a component lead to, each with its sign."""
    found: dict[tuple[int, ...], tuple[str, str]] = {}
    for judged in seen.moves:
        if judged.move.part == i and len(judged.move.option) == 1:
            said = letters and judged.win is not None
            win = bool(judged.win)
            cell: Any = judged.move.option[0]
            found[cell] = ("W" if win else "L", "win" if win else "lose") if said else (signs["target"], "target")
    return found


def _quarter(part: Part, targets: dict[tuple[int, ...], tuple[str, str]], signs: dict[str, str]) -> list[Row]:
    """The quarter board, its corner (0, 0) at the lower left, the first heap to the right."""
    least, (columns, height) = part.board["least"], part.board["sides"]
    width = len(str(max(columns, height) - 1))
    rows: list[Row] = []
    for y in range(height - 1, least - 1, -1):
        row: Row = [(f"{y:>{width}} ", "label")]
        for x in range(least, columns):
            if (x, y) == part.component:
                sign = (signs["token"], "token")
            elif (x, y) in targets:
                sign = targets[x, y]
            else:
                sign = (signs["corner"], "corner") if x == y == least else (signs["free"], "free")
            row += [(" " * (width - len(sign[0]) + 1), ""), sign]
        rows.append(row)
    ends = [(f"{' ' * (width + 1)}", "label"), ("".join(f" {x:>{width}}" for x in range(least, columns)), "label")]
    return [*rows, ends]
