"""Every game of the catalogue against brute force made from the rules in words alone."""

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from tests.solver.oracle import FAMILIES, FIXED, Whole, blocked, components, games, grundy

from grundy import Position, blocking, expression, outcome, solve, value
from grundy.games import catalogue

SLOW = [HealthCheck.too_slow]
ALL = 10**6


def place(game, component):
    return expression(f"{game.text}[{', '.join(map(str, component))}]")


def parts_of(position):
    return tuple(component for _, component in position.parts)


def test_the_oracle_knows_every_game_of_the_catalogue():
    assert {*FIXED, *FAMILIES} == set(catalogue.names())


def check_component(game, component):
    position = place(game, component)
    wanted = grundy(game, component)
    solved = solve(position, limit=ALL)
    note(f"{position}: {solved}")
    assert value(position) == wanted
    assert solved.grundy == wanted
    assert solved.outcome == outcome(position) == ("N" if wanted else "P")
    winning = [
        option for option in game.options(component)
        if not _xor(grundy(game, part) for part in option)
    ]  # fmt: skip
    assert [parts_of(o) for o in solved.winning_options] == winning
    assert solved.winning_count == len(winning)
    assert solved.complete
    assert solved.rest is None


def _xor(values):
    total = 0
    for v in values:
        total ^= v
    return total


@pytest.mark.parametrize("name", FIXED)
def test_a_component_of_a_game(name):
    game = FIXED[name]

    @settings(max_examples=25, deadline=None, suppress_health_check=SLOW)
    @given(components(game))
    def run(component):
        check_component(game, component)

    run()


@pytest.mark.parametrize("name", FAMILIES)
def test_a_component_of_a_family(name):
    @settings(max_examples=40, deadline=None, suppress_health_check=SLOW)
    @given(st.data())
    def run(data):
        game = data.draw(FAMILIES[name])
        check_component(game, data.draw(components(game)))

    run()


@st.composite
def sums(draw, most=3):
    """Small components of different games."""
    chosen = draw(st.lists(games(), min_size=1, max_size=most, unique_by=lambda g: g.text))
    parts = [(draw(st.integers(0, len(chosen) - 1)) if i >= len(chosen) else i) for i in range(len(chosen))]
    return chosen, tuple((i, draw(components(chosen[i], small=True))) for i in parts)


def joined(chosen, parts):
    total = Position(())
    for number, component in parts:
        total += place(chosen[number], component)
    return total


def check_sum(chosen, parts, *, misere):
    position = joined(chosen, parts)
    whole = Whole(chosen, misere=misere)
    wanted, moves_left = whole.look(parts)
    solved = solve(position, misere=misere, limit=ALL)
    note(f"{position}: {solved}")
    assert solved.outcome == ("N" if wanted else "P")
    assert solved.grundy == wanted
    winning = whole.winning(parts)
    assert [parts_of(o) for o in solved.winning_options] == [tuple(c for _, c in option) for option in winning]
    assert solved.winning_count == len(winning)
    assert value(position, misere=misere) == wanted
    if solved.remoteness is not None:
        assert solved.remoteness == moves_left


@settings(max_examples=120, deadline=None, suppress_health_check=SLOW)
@given(sums())
def test_sums_searched_as_a_whole(drawn):
    check_sum(*drawn, misere=False)


@settings(max_examples=80, deadline=None, suppress_health_check=SLOW)
@given(sums(2))
def test_misere_sums(drawn):
    check_sum(*drawn, misere=True)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(st.lists(st.integers(0, 5), max_size=4))
def test_heaps_of_misere_nim(heaps):
    check_sum([FIXED["nim"]], tuple((0, (n,)) for n in heaps), misere=True)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(st.lists(st.sampled_from(["kayles", "lasker", "grundy_game"]), min_size=1, max_size=3), st.data())
def test_several_heaps_of_the_same_rules_keep_their_order(names, data):
    chosen = [FIXED[n] for n in dict.fromkeys(names)]
    numbers = [list(dict.fromkeys(names)).index(n) for n in names]
    check_sum(chosen, tuple((i, data.draw(components(chosen[i], small=True))) for i in numbers), misere=False)


ONE_COMPONENT = ["wythoff", "rook", "bishop", "king", "knight", "euclid", "nim", "halving", "take_a_square"]


@pytest.mark.parametrize("name", ONE_COMPONENT)
def test_blocking(name):
    game = FIXED[name]
    for k in (1, 2, 3):
        rules, memo = blocking(expression(name), k), {}
        sizes = range(8) if game.heaps == 2 else range(25)
        for component in [(a, b) for a in sizes for b in sizes] if game.heaps == 2 else [(n,) for n in sizes]:
            lost = blocked(game, component, k - 1, memo)
            solved = solve(rules[component], limit=ALL, remoteness=False)
            assert solved.outcome == ("P" if lost else "N"), (k, component)
            winning = [option for option in game.options(component) if blocked(game, option[0], k - 1, memo)]
            found = [parts_of(o) for o in solved.winning_options]
            assert found == ([] if lost else winning)


def test_blocking_by_one_is_the_game_itself():
    rules = blocking(expression("wythoff"), 1)
    for a in range(9):
        for b in range(9):
            assert outcome(rules[a, b]) == outcome(expression("wythoff")[a, b])


# ---------------------------------------------------------------- products, Moore, Fibonacci


def product_of(game, count):
    """Moves in exactly one of the heaps; the same option comes once."""

    def moves(component):
        for i, n in enumerate(component):
            for label, ((left,),) in game.moves((n,)):
                yield 100 * i + label, ((*component[:i], left, *component[i + 1 :]),)

    return moves


@pytest.mark.parametrize(("name", "heaps"), [("nim", 2), ("nim", 3), ("take_a_square", 2), ("divisor_nim", 2)])
def test_a_product_is_the_sum_as_one_component(name, heaps):
    game = FIXED[name]
    one = type(game)(f"{name}[{', '.join(':' * heaps)}]", product_of(game, heaps), heaps=heaps, least=game.least)
    rules = expression(one.text)

    @settings(max_examples=20, deadline=None, suppress_health_check=SLOW)
    @given(st.tuples(*[st.integers(game.least, 6)] * heaps))
    def run(component):
        solved = solve(rules[component], limit=ALL)
        assert solved.grundy == grundy(one, component) == _xor(grundy(game, (n,)) for n in component)
        assert [parts_of(o) for o in solved.winning_options] == [
            o for o in one.options(component) if grundy(one, o[0]) == 0
        ]

    run()


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("heaps", [1, 2, 3, 4])
def test_moores_rule(k, heaps):
    rules = expression(f"moore({k})")

    @settings(max_examples=12, deadline=None, suppress_health_check=SLOW)
    @given(st.tuples(*[st.integers(0, [0, 40, 9, 4, 3][heaps])] * heaps))
    def run(component):
        lost = all(sum(n >> bit & 1 for n in component) % (k + 1) == 0 for bit in range(6))
        assert outcome(rules[component]) == ("P" if lost else "N")

    run()


def test_moore_by_1_is_nim_on_as_many_heaps():
    rules = expression("moore(1)")
    assert all(value(rules[a, b, c]) == a ^ b ^ c for a in range(5) for b in range(5) for c in range(5))


def test_fibonacci_nim_starts_with_all_but_one():
    rules = expression("fibonacci_nim")
    assert rules[17] == rules[17, 16]
    assert rules[0] == rules[0, 0]
    assert rules[1] == rules[1, 0]
    assert [outcome(rules[n]) for n in range(1, 14)] == list("PPPNPNNPNNNNP")
    assert outcome(rules[5, 5]) == "N"


@pytest.mark.parametrize(
    "text", ["kayles[5]", "lasker[4]", "grundy_game[3, 7]", "knight[3, 3] + kayles[4]", "kayles[0, 5] + lasker[5]"]
)
@pytest.mark.parametrize("misere", [False, True])
def test_the_remoteness_of_a_small_position_is_given_and_is_the_same_when_asked_again(text, misere):
    position = expression(text)
    numbers = {r: i for i, r in enumerate(dict.fromkeys(r for r, _ in position.parts))}
    whole = Whole([FIXED[str(r)] for r in numbers], misere=misere)
    wanted = whole.look(tuple((numbers[r], c) for r, c in position.parts))[1]
    assert [solve(position, misere=misere).remoteness for _ in range(2)] == [wanted, wanted]


def test_equal_rules_under_other_names_have_one_value():
    assert value(expression("queen")[7, 9]) == value(expression("wythoff")[7, 9]) == grundy(FIXED["wythoff"], (7, 9))
    assert expression("wythoff_r(1)")[3, 5] == expression("wythoff_r(1)[3, 5]")


def test_games_are_told_apart_where_only_least_differs():
    from grundy import ruleset

    assert [value(ruleset("n -> n-t", least=k)[7]) for k in range(4)] == [7, 6, 5, 4]
