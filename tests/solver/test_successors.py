"""Functions and classes of successors over hashable states."""

from dataclasses import dataclass
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy import RuleError, expression, outcome, solve, split, successors, value


def brute(function, state, memo):
    """The value of a state; *function* gives lists of lists of states, each a sum."""
    if state not in memo:
        after = set()
        for option in function(state):
            total = 0
            for part in option:
                total ^= brute(function, part, memo)
            after.add(total)
        memo[state] = min(set(range(len(after) + 1)) - after)
    return memo[state]


def as_game(function):
    return successors(lambda state: [split(*o) if len(o) != 1 else o[0] for o in function(state)])


def cut_word(word):
    """Take one letter with all its equal neighbours; the two rests are apart."""
    i = 0
    while i < len(word):
        j = i
        while j < len(word) and word[j] == word[i]:
            j += 1
        yield [word[:i], word[j:]]
        i = j


def shrink_set(numbers):
    """Take a number away, with every number that it divides."""
    for n in numbers:
        yield [frozenset(m for m in numbers if m % n)]


def part_set(numbers):
    """Take a number out; those below and those above it are apart, and a lone rest is one component."""
    for n in numbers:
        below, above = frozenset(m for m in numbers if m < n), frozenset(m for m in numbers if m > n)
        yield [part for part in (below, above) if part]


def nested(state):
    """A tuple of tuples: take from any inner tuple its last member."""
    for i, inner in enumerate(state):
        if inner:
            yield [(*state[:i], inner[:-1], *state[i + 1 :])]


STATES = [
    (cut_word, st.text("ab", max_size=9)),
    (shrink_set, st.frozensets(st.integers(1, 24), max_size=7)),
    (part_set, st.frozensets(st.sampled_from([0, 8, 16, 24, 32, 3, 11]), max_size=6)),
    (nested, st.tuples(st.tuples(st.booleans(), st.none()), st.lists(st.integers(0, 1), max_size=3).map(tuple))),
]


@pytest.mark.parametrize(("function", "states"), STATES, ids=lambda x: getattr(x, "__name__", ""))
def test_values_and_winning_options(function, states):
    game, memo = as_game(function), {}

    @settings(max_examples=40, deadline=None)
    @given(states, states)
    def run(state, other):
        wanted = brute(function, state, memo)
        position = game[(state,)]
        solved = solve(position, limit=1000)
        assert solved.grundy == wanted
        winning = []
        for option in function(state):
            total = 0
            for part in option:
                total ^= brute(function, part, memo)
            if total == 0 and tuple(option) not in winning:
                winning.append(tuple(option))
        found = [tuple(c for _, c in o.parts) for o in solved.winning_options]
        assert sorted(found, key=hash) == sorted(winning, key=hash)
        assert found == winning
        assert value(position + game[(other,)]) == wanted ^ brute(function, other, memo)

    run()


def whole(function, parts, memo):
    """The misère value of a sum, parts in any order."""
    key = frozenset((p, parts.count(p)) for p in parts)
    if key not in memo:
        after = {
            whole(function, [*parts[:i], *option, *parts[i + 1 :]], memo)
            for i, part in enumerate(parts) for option in function(part)
        }  # fmt: skip
        memo[key] = min(set(range(len(after) + 1)) - after) if after else 1
    return memo[key]


@pytest.mark.parametrize(("function", "states"), STATES[:3], ids=lambda x: getattr(x, "__name__", ""))
def test_misere_play(function, states):
    game, memo = as_game(function), {}

    @settings(max_examples=30, deadline=None)
    @given(states)
    def run(state):
        assert solve(game[(state,)], misere=True).grundy == whole(function, [state], memo)

    run()


def test_misere_sums_of_states_whose_texts_differ_though_they_are_equal():
    """frozenset({0, 8}) and frozenset({8, 0}) are equal but print in two orders."""

    @successors
    def toggle(numbers):
        for n in sorted(numbers):
            yield frozenset(sorted(numbers - {n}))
            yield frozenset(sorted(numbers - {n}, reverse=True))

    one, other = frozenset([0, 8, 16]), frozenset([16, 8, 0])
    assert solve(toggle[one] + toggle[other] + toggle[frozenset([8])], misere=True).outcome in {"N", "P"}
    for states in ([one, other], [frozenset([8, 0, 24]), frozenset([24, 0]), one]):
        position = toggle[states[0]]
        for s in states[1:]:
            position += toggle[s]
        moves = sum(map(len, states))  # each move takes one number
        assert solve(position, misere=True).outcome == ("P" if moves % 2 else "N")
        assert solve(position).outcome == ("N" if moves % 2 else "P")


class Plain:
    """A state without a repr, equal by its number; compared by hash only."""

    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return isinstance(other, Plain) and self.n == other.n

    def __hash__(self):
        return hash(self.n)

    def options(self):
        return [Plain(m) for m in range(self.n)]


@dataclass(frozen=True)
class Pair:
    """A class of states with a repr."""

    a: int
    b: int = 0

    def options(self):
        for t in range(1, self.a + 1):
            yield Pair(self.a - t, self.b)
        for t in range(1, self.b + 1):
            yield split(Pair(self.a, self.b - t)) if t == 1 else Pair(self.a, self.b - t)


def test_classes_of_successors():
    assert [value(successors(Plain)[n]) for n in range(6)] == [0, 1, 2, 3, 4, 5]
    game = successors(Pair)
    assert all(value(game[a, b]) == a ^ b for a in range(5) for b in range(5))
    assert value(game[3] + game[1, 1]) == 3
    solved = solve(game[2, 1])
    assert [c for option in solved.winning_options for _, c in option.parts] == [Pair(1, 1)]


def test_misere_sums_of_classes_without_a_repr():
    game = successors(Plain)
    for a, b, c in combinations_with_replacement(range(5), 3):
        lost = (a ^ b ^ c == 0) if max(a, b, c) > 1 else (a + b + c) % 2 == 1
        assert solve(game[a] + game[b] + game[c], misere=True).outcome == ("P" if lost else "N")


def test_sums_of_functions_and_rule_texts():
    halve = successors(lambda n: [n // 2, n - 1] if n else [])
    memo = {}
    for n in range(12):
        wanted = brute(lambda k: [[k // 2], [k - 1]] if k else [], n, memo)
        assert value(halve[n] + expression("nim")[n]) == wanted ^ n
        assert outcome(halve[n] + expression("kayles")[3], misere=True) in {"N", "P"}


def test_the_empty_split_is_the_ended_game():
    game = successors(lambda n: [split()] if n else [])
    assert [value(game[n]) for n in range(2)] == [0, 1]
    assert str(solve(game[1]).winning_options) == "(nim[()],)"


@pytest.mark.parametrize(
    "function",
    [
        lambda n: [(n + 1) % 3],
        lambda n: [n],
        lambda n: [split(n - 1, (n + 1) % 4)] if n else [1],
    ],
)
def test_a_cycle_is_shown(function):
    with pytest.raises(RuleError, match=r"play may not end: .*\[.*\] -> .*\["):
        value(successors(function)[0])


def test_a_cycle_is_shown_in_misere_play_too():
    with pytest.raises(RuleError, match="play may not end"):
        solve(successors(lambda n: [(n + 1) % 3])[0], misere=True)


def test_a_long_cycle_is_clipped():
    with pytest.raises(RuleError) as error:
        value(successors(lambda n: [(n + 1) % 2000])[0])
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(
    ("function", "index"), [(lambda n: [[n]], 1), (lambda n: 5, 1), (lambda n: [1 // n], 0), (lambda n: [n.x], 1)]
)
def test_a_function_that_fails_is_named_with_the_state(function, index):
    with pytest.raises(RuleError, match=rf"\[{index}\]"):
        value(successors(function)[index])
