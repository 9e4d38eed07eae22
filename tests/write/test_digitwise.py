"""Options that are found digit by digit: compared with brute force, and with laws and rules at 10^18."""

import random
from itertools import product

import pytest
from tests.write.running import LANGUAGES, brute

from grundy.games import rules
from grundy.laws.beatty import BeattyLaw
from grundy.laws.library import SHIPPED
from grundy.laws.reading import law_from_json
from grundy.report.comparing import is_option
from grundy.write.program import LARGEST
from grundy.write.replies import program_of

BEATTY = BeattyLaw(1).automatic().to_json()
TERNARY = {  # two heaps whose digits in base 3 are equal
    "kind": "automatic",
    "about": "outcome",
    "system": {"kind": "base", "base": 3},
    "tracks": 2,
    "delta": [[0 if c in (0, 4, 8) else 1 for c in range(9)], [1] * 9],
    "final": [0],
    "start": 0,
}
XOR = {  # two heaps and their xor
    "kind": "automatic",
    "about": "grundy",
    "system": {"kind": "base", "base": 2},
    "tracks": 3,
    "delta": [[int((c >> 2) ^ (c >> 1 & 1) != c & 1) for c in range(8)], [1] * 8],
    "final": [0],
    "start": 0,
}
DIFFERENT = "a, b -> a-t, b | a, b-t | a-t, b-t | a-2*t, b where t >= 1 | a, b-2*t where t >= 1"
SHIPPED_GAMES = ["fibonacci_nim", "lasker", "moore(2)[:, :, :]", "queen", "wythoff_r(2)"]
GAMES = [
    *((text, None) for text in SHIPPED_GAMES),
    ("a, b -> a-t, b | a, b-t", TERNARY),
    ("rook", XOR),
    ("a, b -> a-t, b-u where t+u >= 1 and t*1 <= a and u == 0 | a-u, b-t where t+u >= 1 and u == 0", TERNARY),
    (DIFFERENT, BEATTY),
    ("int, b -> int-new, b | int, b-new | int-new, b-new", BEATTY),
]


def law_and_automaton(text, automaton):
    if automaton is not None:
        return automaton, automaton
    known = SHIPPED.known(rules(text))
    found = known.automaton or BeattyLaw(known.law.r).automatic()
    return found.to_json() if text in ("queen", "wythoff_r(2)") else known.law.to_json(), found.to_json()


def require(ruleset, is_p, lines, answers):
    assert len(lines) == len(answers)
    for line, answer in zip(lines, answers, strict=True):
        if is_p(line):
            assert answer == "P", line
            continue
        numbers = list(map(int, answer.split()))
        if ruleset.heaps == 1:
            assert numbers.pop(0) == 1
        size = ruleset.heaps
        option = tuple(tuple(numbers[i : i + size]) for i in range(0, len(numbers), size))
        assert is_option(ruleset, line, option), (line, answer)
        assert is_p(option), (line, answer)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("text", "automaton"), GAMES, ids=[text for text, _ in GAMES])
def test_options_are_those_of_brute_force_and_of_the_law(text, automaton, language, run):
    ruleset = rules(text)
    law, automaton = law_and_automaton(text, automaton)
    program, form = program_of(ruleset, law, "option", automaton=automaton)
    assert "digits are chosen" in form.method
    size, known, value = ruleset.heaps, law_from_json(law), brute(ruleset)

    def by_values(position, value):
        parts = position if isinstance(position[0], tuple) else (position,)
        total = 0
        for part in parts:
            total ^= value(part)
        return total == 0

    def by_law(position):
        parts = position if isinstance(position[0], tuple) else (position,)
        return known.is_p(parts[0]) if len(parts) == 1 else by_values(position, known.value)

    sides = {1: 40, 2: 9 if language == "python" else 20, 3: 3 if language == "python" else 6}
    small = list(product(range(sides[size]), repeat=size))
    chance = random.Random(1)
    large = [tuple(chance.randrange(10**18) for _ in range(size)) for _ in range(5 if language == "python" else 60)]
    large += [(10**18,) * size, (10**18, *[10**18 - 1] * (size - 1)), (form.largest,) * size]
    answers = run(program, language, [*small, *large])
    require(ruleset, lambda p: by_values(p, value), small, answers[: len(small)])
    require(ruleset, by_law, large, answers[len(small) :])


def test_moves_that_are_no_lines_are_looked_at():
    squares = rules("a, b -> a-t, b | a, b-t where t in squares | a-t, b-t")
    assert program_of(squares, BEATTY, "option")[1].method == "all moves are looked at"
    excluded = rules("a, b -> a-t, b where t not in {3} | a, b-t | a-t, b-t")
    assert program_of(excluded, BEATTY, "option")[1].method == "all moves are looked at"


def test_heaps_are_bounded_so_that_all_numbers_are_in_64_bits():
    doubled = rules("a, b -> a-t, 2*t where t <= b")
    assert program_of(doubled, BEATTY, "option")[1].largest == LARGEST // 2
    assert program_of(rules("a, b -> a-t, b | a, b-t"), TERNARY, "option")[1].largest == LARGEST
