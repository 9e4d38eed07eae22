"""Answers of all templates: what some winning move gives is right, everything else is refused for a true reason."""

from itertools import product
from random import Random

import pytest

from grundy.judge.problem import parse_problem
from grundy.judge.stress import ProblemSubject
from grundy.solver import solve

TEMPLATES = [
    "{i}",
    "{t}",
    "{y}",
    "{move}",
    "to {y} by {t}",
    "{t} {t}",
    "{i} {y}",
    "{i}{t}",
    "{y} {move}",
    "{i}: {move}",
    "{i} {t} {y} {move}",
]
GAMES = [
    ("n x[n]", "nim[*x]", False, 7),
    ("n x[n]", "nim[*x]", True, 6),
    ("n x[n]", "kayles[*x]", False, 8),
    ("a b", "wythoff[a, b]", False, 8),
    ("a b c", "wythoff[a, b] + nim[c]", False, 5),
    ("a b", "bash(3)[a] + kayles[b]", False, 8),
    ("a b", "kayles[a] + kayles[b]", True, 6),
]


def subject_of(case, position, n, *, misere=False, more=""):
    text = f'case = "{case}"\nposition = "{position}"\nmisere = {str(misere).lower()}\n{more}'
    return ProblemSubject(parse_problem(f'{text}\nanswer = {{ N = "{n}", P = "lose" }}'))


def some_cases(subject, top, chance):
    """Cases that the mover wins by a move."""
    while True:
        if subject.parts[0].role == "length":
            size = chance.randint(1, 3)
            case = (size, tuple(chance.randrange(top) for _ in range(size)))
        else:
            case = tuple(chance.randrange(top) for _ in subject.parts)
        position = subject.position(case)
        if solve(position, misere=subject.misere).winning_options:
            yield case


def winning_answers(subject, case, template):
    """What all winning moves give, from the solver's list of them and the position alone."""
    position = subject.position(case)
    found = set()
    for option in solve(position, misere=subject.misere, limit=10**6).winning_options:
        for place, (_, component) in enumerate(position.parts):
            end = len(option.parts) - (len(position.parts) - place - 1)
            same = position.parts[:place] == option.parts[:place] and position.parts[place + 1 :] == option.parts[end:]
            for new in (option.parts[place:end], option.parts[place:end][::-1]) if same else ():
                heaps = [heap for _, part in new for heap in part]
                left = option.parts[:place] + new + option.parts[end:]
                found.add(
                    template.format(
                        i=place + 1,
                        y=" ".join(map(str, heaps)),
                        t=sum(component) - sum(heaps),
                        move=type(position)(left),
                    )
                )
    return found


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize(("case", "position", "misere", "top"), GAMES, ids=[f"{g[1]} {g[2]}" for g in GAMES])
def test_what_some_winning_move_gives_is_right_and_nothing_else(case, position, misere, top, template):
    subject = subject_of(case, position, template, misere=misere)
    cases = [c for c, _ in zip(some_cases(subject, top, Random(3)), range(5), strict=False)]
    right = {c: winning_answers(subject, c, template) for c in cases}
    for one, answer in product(cases, sorted(set().union(*right.values()))):
        (truth,) = subject.truths([one])
        assert truth in right[one]
        reason = subject.reason(one, answer, truth)
        assert (reason is None) == (answer in right[one]), (one, answer, reason)


@pytest.mark.parametrize(
    ("template", "heaps", "answer", "reason"),
    [
        ("heap {i}", (2, 0, 3), "heap 3", None),
        ("heap {i}", (2, 0, 3), "heap 1", "no winning move changes component 1"),
        ("heap {i}", (2, 0, 3), "heap 4", "there is no component 4: there are 3"),
        ("take {t}", (3, 2, 2, 3, 3), "take 3", None),
        ("take {t}", (3, 2, 2, 3, 3), "take 2", "no winning move takes 2"),
        ("take {t}", (5,), "take 6", "no move: 5 cannot become -1"),
        ("to {y} by {t}", (1, 3, 3), "to 2 by 1", None),
        ("to {y} by {t}", (1, 3, 3), "to 2 by 3", "no winning move leaves 2 of a component and takes 3"),
        ("{move}", (1, 1, 1), "nim[1, 1, 0]", None),
        ("{move}", (1, 1, 1), "nim[1,1,0]", "nim[1,1,0] is written nim[1, 1, 0]"),
        ("{move}", (1, 1, 1), "nim[0, 0, 1]", "no move leads to nim[0, 0, 1]"),
        ("{move}", (1, 1, 3), "nim[1, 1, 2]", "it does not win: nim[1, 1, 2] is left, of Grundy value 2"),
        ("{i} of {n}", (1, 1, 3), "3 of 4", "n is 3, not 4"),
        ("{i}", (1, 1), "1", "the mover loses"),
    ],
)
def test_reasons(template, heaps, answer, reason):
    subject = subject_of("n x[n]", "nim[*x]", template)
    case = (len(heaps), heaps)
    assert subject.reason(case, answer, *subject.truths([case])) == reason


def test_long_lists_and_large_heaps_are_decided_by_laws():
    subject = subject_of("n x[n]", "nim[*x]", "{t}")
    heaps = (10**18 + 7, *range(1, 999), 10**18)
    case = (1000, heaps)
    total = subject.total(case)
    right = {str(heap - (heap ^ total)) for heap in heaps if heap ^ total < heap}
    (truth,) = subject.truths([case])
    assert truth in right
    assert len(right) > 1
    for answer in [*right, "5"]:
        assert (subject.reason(case, answer, truth) is None) == (answer in right)
    assert subject.reason(case, "990", truth) == "no winning move takes 990"


def test_the_number_of_a_case_is_one_field_and_the_move_another():
    subject = subject_of("n x[n]", "nim[*x]", "{case}{t}")
    cases = [(1, (5,)), (3, (3, 2, 3)), (3, (3, 3, 3))]
    truths = subject.truths(cases)
    assert truths == ["15", "22", "33"]
    assert subject.reason(cases[2], "33", truths[2]) is None
    assert subject.reason(cases[2], "23", truths[2]) == "case is 3, not 2"
