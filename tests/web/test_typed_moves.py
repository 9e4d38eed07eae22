"""Moves that are typed on a page are read as in a terminal; where nobody knows who wins, the machine moves at random."""

import asyncio
import json

import pytest

from grundy.games import expression
from grundy.match import legal, state
from grundy.match.typed import read_move
from grundy.rules.errors import PositionError
from grundy.rules.positions import Position
from grundy.web.answers import answered
from grundy.web.processes import TimedOut
from grundy.web.service import Service
from grundy.web.settings import Settings

LARGE = [
    "wythoff[10**18, 10**17]",
    "fibonacci_nim[10**9]",
    "moore(2)[100, 100, 100]",
    "kayles[10**6]",
    "race(2, 9, 10**30)[1]",
    "halving[1000]",
    "wythoff[40, 7] + kayles[100]",
    "wythoff[10**18, 10**17] + nim[3]",
    "euclid[70, 190]",
    "blackboard(2)[6, 90]",
    "divisor_replacement[6000]",
]


def asked(act, **arguments):
    status, body = answered(act, arguments, lambda _: None)
    return status, json.loads(body)


@pytest.mark.parametrize("text", LARGE)
def test_the_example_of_each_component_is_a_move(text):
    position = expression(text)
    for part, seen in zip(position.parts, state(position).parts, strict=True):
        how = seen.typing
        line = how["leave"] if "leave" in how else f"take {how['take']}"
        line += f" from {how['from']}" if how.get("from") else ""
        alone = Position((part,))
        assert legal(alone, read_move(alone, (), line).position)


@pytest.mark.parametrize(
    ("text", "line", "left"),
    [
        ("wythoff[10**18, 10**17]", "-3, 0", "wythoff[10**18 - 3, 10**17]"),
        ("wythoff[9, 8]", "(−3, −3)", "wythoff[6, 5]"),
        ("fibonacci_nim[100]", "-3", "fibonacci_nim[(97, 6)]"),
        ("kayles[10]", "− 1", "kayles[9]"),
        ("nim[5, 7]", "2 -3", "nim[5, 4]"),
        ("moore(2)[9, 9, 9]", "(-3, 0, -2)", "moore(2)[6, 9, 7]"),
    ],
)  # fmt: skip
def test_a_minus_is_what_is_taken(text, line, left):
    assert read_move(expression(text), (), line).position == expression(left)


@pytest.mark.parametrize("line", ["-3, 5", "-3", "- -3", "-30, 0", "(-1, -2)"])
def test_a_minus_that_says_no_move_is_refused(line):
    with pytest.raises(PositionError):
        read_move(expression("wythoff[9, 8]"), (), line)


@pytest.mark.parametrize(
    ("to", "part", "left"),
    [
        ("take 4 from 3", None, "nim[3, 6, 5]"),
        ("take 4", 3, "nim[3, 6, 5]"),
        ("5", 3, "nim[3, 6, 5]"),
        ("3 5", 2, "nim[3, 6, 5]"),
        ("take 4 from the third heap (9 -> 5)", 1, "nim[3, 6, 5]"),
        ("nim[3, 6, 5]", 2, "nim[3, 6, 5]"),
    ],
)
def test_the_api_takes_a_move_as_it_is_typed(to, part, left):
    status, data = asked("move", position="nim[3, 6, 9]", to=to, part=part)
    assert status == 200
    assert data["position"] == left
    assert data["move"] == {"part": 2, "to": [[5]], "text": "9 -> 5"}


def test_what_is_no_move_is_answered_with_what_is_legal_in_each_language():
    status, data = asked("move", position="nim[3, 6, 9]", to="9", part=2)
    assert status == 422
    assert data["error"] == "No: heap 2 cannot become 9. It can become 0-5."
    assert "0-5" in data["translations"]["zh"]
    assert asked("move", position="nim[3, 6, 9]", to="5", part=4)[0] == 422


def test_a_reply_says_which_move_it_is():
    data = asked("reply", position="nim[3, 6, 9]")[1]
    assert data["move"] == {"part": 2, "to": [[5]], "text": "9 -> 5"}


def test_a_hurried_reply_is_a_legal_move():
    start = "grundy_game[200000]"
    status, data = asked("reply", position=start, hurried=True)
    assert status == 200
    assert data["perfect"] is False
    assert legal(expression(start), expression(data["position"]))


@pytest.mark.parametrize(("act", "made"), [("reply", [{}, {"hurried": True}]), ("why", [{}])])
def test_a_reply_that_takes_too_long_is_hurried_and_nothing_else_is(act, made):
    tried = []

    async def timed(_lane, _seconds, _shape, act, arguments, _client):
        tried.append({k: v for k, v in arguments.items() if k == "hurried"})
        if "hurried" not in arguments:
            raise TimedOut("too late")
        return 200, b"{}"

    async def run():
        service = Service(Settings(workers=1, quick=1, studies=1, warm=False))
        service._timed = timed
        return await service.answer(act, {"position": "nim[10**40]", "misere": False}, "someone")

    answer = asyncio.run(run())
    assert tried == made
    assert answer[0] == (200 if act == "reply" else 422)
