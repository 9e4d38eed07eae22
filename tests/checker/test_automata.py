"""The methods about automata, with automata that the tests learn themselves, and mutations of them."""

from functools import cache
from math import isqrt

import pytest
from tests.checker.learning import Base, Ostrowski, learn
from tests.checker.making import NIM, WYTHOFF, certificate, changed, changed_law, falling

from grundy.checker.brute import Small
from grundy.checker.checking import check
from grundy.checker.laws import read_law
from grundy.checker.machines import Machine
from grundy.checker.outcomes import _compare, read_moves
from grundy.checker.values import _require_function, _require_other_values, _require_smaller_values
from grundy.checker.verdicts import Refuted
from grundy.rules.canonical import from_canonical
from grundy.rules.family import ruleset

NIM3 = "h1, h2, h3 -> h1-v1, h2, h3 | h1, h2-v1, h3 | h1, h2, h3-v1"
MOORE3 = ruleset("n -> n-t").on_heaps(3)
LASKER = "h1 -> h1-v1 | v1 & v2 where v1+v2 == h1 and v1 >= 1 and v2 >= 1"


def small(law):
    machine = read_law(law)["machine"].minimised()
    return {
        **law,
        "delta": [list(row) for row in machine.delta],
        "final": [i for i, f in enumerate(machine.final) if f],
    }


def beatty(r):
    def member(pair):
        a, b = sorted(pair)
        i, rest = divmod(b - a, r)
        return rest == 0 and a == ((2 - r) * i + isqrt((r * r + 4) * i * i)) // 2

    return member


@cache
def wythoff_law(r=1):
    return small(learn(Ostrowski(r), 2, beatty(r), 4 if r == 1 else 3))


def wythoff_rules(r):
    return f"h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v2 where v1 >= 1 and v2 >= 1 and abs(v1-v2) < {r}"


def outcomes(text, law, heaps, **more):
    return certificate(text, law, "automaton outcomes", about="outcome", measure=falling(heaps), box=6, **more)


def nim_law():
    return small(learn(Base(2), 3, lambda x: x[0] ^ x[1] ^ x[2] == 0, 2))


def misere_nim_law():
    return small(learn(Base(2), 3, lambda x: x[0] ^ x[1] ^ x[2] == 0 if max(x) > 1 else sum(x) % 2 == 1, 2))


def lasker_law():
    def value(n):
        return n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n

    return small(learn(Base(2), 2, lambda x: value(x[0]) == x[1], 3, about="grundy"))


def nim_values_law():
    return small(learn(Base(2), 3, lambda x: x[0] ^ x[1] == x[2], 2, about="grundy"))


def fibonacci_nim_law():
    system = Ostrowski(1)

    def lowest(n):
        digits = system.digits(n)
        zeros = len(digits) - 1 - max(i for i, d in enumerate(digits) if d)
        return system.number([1] + [0] * zeros)

    return small(learn(system, 2, lambda x: x[0] == 0 or lowest(x[0]) > x[1], 5))


WYTHOFF_DATA = outcomes(WYTHOFF, wythoff_law(), 2)


@pytest.mark.parametrize(
    "data",
    [
        WYTHOFF_DATA,
        changed(WYTHOFF_DATA, proof={"side": 64, "states": len(wythoff_law()["delta"]), "forbidden": 0}),
        outcomes(wythoff_rules(2), wythoff_law(2), 2),
        outcomes(NIM3, nim_law(), 3),
        outcomes(NIM3, misere_nim_law(), 3, play="misere"),
        outcomes("h1, h2 -> h1-v1, 2*v1 where 1 <= v1 <= h2", fibonacci_nim_law(), 2)
        | {"measure": {"weights": [[1, 0]], "bounds": [0]}},
        certificate("h1, h2 -> h1-v1, h2 | h1, h2-v1", nim_values_law(), "automaton values", measure=falling(2), box=6),
        certificate(LASKER, lasker_law(), "automaton values", measure=falling(1), box=12),
    ],
)
def test_laws_are_re_established(data):
    verdict = check(changed(data))
    assert verdict.valid, verdict.why


def learned_from_play(text, system, suffix, *, least=0, play="normal"):
    game = ruleset(text, least=least)
    positions = Small(game, play)
    positions.meter.limit = 10**9

    def member(x):
        return min(x) >= least and positions.is_p(tuple(x))

    return game.canonical, small(learn(system, game.heaps, member, suffix))


@pytest.mark.parametrize(
    ("text", "suffix", "least", "play"),
    [
        ("n -> n-t where t <= 3", 3, 0, "normal"),
        ("n -> n-t where t <= 3", 4, 0, "misere"),
        ("n -> n-t where t <= 3", 4, 2, "normal"),
        ("n -> n-t where t in {1, 3, 4}", 4, 0, "misere"),
        ("n -> n//2 | n-1 where n % 3 == 0", 3, 0, "normal"),
        ("n -> n-1 | n-2 where n > 5", 4, 0, "normal"),
        ("n -> n-k*t where 1 <= k <= 3 and t == 2", 3, 0, "normal"),
        ("n -> max(n-2, 1) where n >= 3 | min(n-1, 4)", 4, 0, "normal"),
        ("a, b -> a-1, b | a, b-1 | a-1, b-1", 2, 0, "normal"),
        ("a, b -> a-2, b-1 | a-1, b-2 | a-2, b+1 | a+1, b-2", 3, 0, "normal"),
        ("a, b -> a-t, b | a, b-t", 2, 1, "normal"),
    ],
)
def test_laws_found_by_playing_are_re_established(text, suffix, least, play):
    canonical, law = learned_from_play(text, Base(2), suffix, least=least, play=play)
    measure = from_canonical(canonical).ending.measure
    data = certificate(
        canonical,
        law,
        "automaton outcomes",
        about="outcome",
        play=play,
        measure={"weights": [list(w) for w in measure.weights], "bounds": list(measure.lower_bounds)},
    )
    verdict = check(data)
    assert verdict.valid, verdict.why
    other = "normal" if play == "misere" else "misere"
    assert not check(changed(data, play=other)).valid


# -- mutations --------------------------------------------------------------------------------------------------------


def machine_of(law):
    return read_law(law)["machine"]


def same_language(one: Machine, other: Machine):
    seen, queue = {(0, 0)}, [(0, 0)]
    for a, b in queue:
        if one.final[a] != other.final[b]:
            return False
        for pair in zip(one.delta[a], other.delta[b], strict=True):
            if pair not in seen:
                seen.add(pair)
                queue.append(pair)
    return True


def mutations(law):
    """Each state's finality changed, and each transition led elsewhere."""
    for state in range(len(law["delta"])):
        final = sorted(set(law["final"]) ^ {state})
        yield {**law, "final": final}
    for state, row in enumerate(law["delta"]):
        for column, target in enumerate(row):
            for other in range(len(law["delta"])):
                if other != target:
                    delta = [list(r) for r in law["delta"]]
                    delta[state][column] = other
                    yield {**law, "delta": delta}


def outcome_law_holds(rules, law, play="normal", forbidden=0):
    """The automaton's own part of the check, without examples."""
    machine = machine_of(law)
    if machine.fault() is not None:
        return False
    game = from_canonical(rules)
    try:
        _compare(machine.minimised(), game.rules.heaps, game.least, read_moves(game), play == "misere", forbidden)
    except Refuted:
        return False
    return True


def require_all_rejected(law, holds):
    right = machine_of(law)
    rejected = 0
    for mutant in mutations(law):
        if same_language(right, machine_of(mutant)):
            assert holds(mutant)
            continue
        rejected += 1
        assert not holds(mutant), mutant
    assert rejected > len(law["delta"])


def test_each_mutation_of_nim_is_rejected():
    require_all_rejected(nim_law(), lambda law: outcome_law_holds(NIM3, law))


@pytest.mark.slow
def test_each_mutation_of_wythoff_is_rejected():
    require_all_rejected(wythoff_law(), lambda law: outcome_law_holds(WYTHOFF, law))


@pytest.mark.slow
def test_each_mutation_of_misere_nim_is_rejected():
    require_all_rejected(misere_nim_law(), lambda law: outcome_law_holds(NIM3, law, "misere"))


@pytest.mark.slow
def test_each_mutation_of_fibonacci_nim_is_rejected():
    rules = "h1, h2 -> h1-v1, 2*v1 where 1 <= v1 <= h2"
    require_all_rejected(fibonacci_nim_law(), lambda law: outcome_law_holds(rules, law))


def values_law_holds(rules, law):
    machine = machine_of(law)
    if machine.fault() is not None:
        return False
    game = from_canonical(rules)
    moves, machine = read_moves(game), machine.minimised()
    try:
        _require_function(machine, game.rules.heaps, game.least)
        _require_other_values(machine, game.rules.heaps, moves)
        _require_smaller_values(machine, game.rules.heaps, moves)
    except Refuted:
        return False
    return True


def test_each_mutation_of_the_values_of_nim_is_rejected():
    rules = "h1, h2 -> h1-v1, h2 | h1, h2-v1"
    require_all_rejected(nim_values_law(), lambda law: values_law_holds(rules, law))


@pytest.mark.slow
def test_each_mutation_of_the_values_of_laskers_nim_is_rejected():
    require_all_rejected(lasker_law(), lambda law: values_law_holds(LASKER, law))


@pytest.mark.parametrize(
    "text",
    [
        "h1, h2 -> h1-v1, h2 | h1, h2-v1",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1 where v1 <= 50",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1 where v1 != 90",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1 where h1 != 40",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 != 50 | h1-v1, h2-v1",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1 [least=1]",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1-1",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1 | h1-2*v1, h2-v1 where v1 >= 40",
        "blocking(h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1, 2)",
    ],
)
def test_wythoffs_rules_changed_a_little_are_rejected(text):
    """Some of these changes show only in large positions."""
    assert not check(changed(WYTHOFF_DATA, rules={"text": text, "parameters": []})).valid


def test_changes_without_effect_are_not():
    """More ways of the same move, or others that lead from P to N and N to what it reaches anyway."""
    for text in (
        WYTHOFF + " | h1-v1, h2-v1 where v1 <= 5",
        "h1, h2 -> v1, h2 where v1 < h1 | h1, v1 where v1 < h2 | h1-v1, h2-v1",
    ):
        verdict = check(changed(WYTHOFF_DATA, rules={"text": text, "parameters": []}))
        assert verdict.valid, verdict.why


# -- traps ------------------------------------------------------------------------------------------------------------


def test_an_illegal_position_in_the_law_is_rejected():
    """With heaps of at least 1 and the P-positions of Nim, (0, 0) in the law is no position at all."""
    text = "h1, h2 -> h1-v1, h2 | h1, h2-v1 [least=1]"
    right = small(learn(Base(2), 2, lambda x: x[0] == x[1] >= 1, 3))
    wrong = small(learn(Base(2), 2, lambda x: x[0] == x[1], 3))
    assert check(outcomes(text, right, 2)).valid
    assert not check(outcomes(text, wrong, 2)).valid
    values = small(learn(Base(2), 2, lambda x: x[1] == x[0] - 1, 3, about="grundy"))
    loose = small(learn(Base(2), 2, lambda x: x[1] == max(x[0] - 1, 0), 3, about="grundy"))
    one = certificate("h1 -> h1-v1 [least=1]", values, "automaton values", measure=falling(1))
    assert check(one).valid
    assert not check(changed(one, law=loose)).valid


def test_a_split_taken_by_outcomes_is_rejected():
    """The P-positions of Lasker's Nim on one heap, {0}, as if each part of a split had to be one."""
    law = small(learn(Base(2), 1, lambda x: x[0] == 0, 2))
    verdict = check(outcomes(LASKER, law, 1))
    assert not verdict.valid
    assert "split" in verdict.why


def test_words_that_are_no_numbers_are_rejected():
    law = wythoff_law()
    with_ones = {**law, "delta": [list(r) for r in law["delta"]]}
    dead = next(s for s, row in enumerate(law["delta"]) if set(row) == {s} and s not in law["final"])
    start = with_ones["delta"][0].index(dead)
    with_ones["delta"][0][start] = law["final"][0]
    assert not check(changed(WYTHOFF_DATA, law=with_ones)).valid
    lengths = {"kind": "automatic", "about": "outcome", "system": {"kind": "base", "base": 2}, "tracks": 1, "start": 0}
    lengths |= {"delta": [[1, 1], [0, 0]], "final": [0]}
    assert not check(outcomes(NIM, lengths, 1)).valid


def test_a_measure_is_needed():
    for measure in (
        None,
        {"weights": [[1, 0]], "bounds": [0]},
        {"weights": [[-1, 0], [0, 1]], "bounds": [0, 0]},
        {"weights": [[1, 1]], "bounds": [1000]},
        {"weights": [[1, 1, 1]], "bounds": [0]},
        {"weights": [[0, 0]], "bounds": [0]},
        {"weights": [[1, 2], [1, 1]], "bounds": [0, 3]},
    ):
        assert not check(changed(WYTHOFF_DATA, measure=measure)).valid, measure
    for measure in (
        {"weights": [[1, 1]], "bounds": [1]},
        {"weights": [[2, 3]], "bounds": [-5]},
        {"weights": [[1, 0], [0, 1]], "bounds": [0, 0]},
    ):
        verdict = check(changed(WYTHOFF_DATA, measure=measure))
        assert verdict.valid, verdict.why


def test_a_law_of_another_system_is_rejected():
    assert not check(changed_law(WYTHOFF_DATA, system={"kind": "base", "base": 2})).valid
    in_base_2 = small(learn(Base(2), 2, beatty(1), 3))
    assert not check(changed(WYTHOFF_DATA, law=in_base_2)).valid


def test_wrong_hints_are_rejected():
    assert not check(changed(WYTHOFF_DATA, proof={"states": 3})).valid
    assert not check(changed(WYTHOFF_DATA, proof={"forbidden": 1})).valid
    assert not check(changed(WYTHOFF_DATA, proof={"forbidden": False})).valid


def test_rules_that_are_not_linear_are_refused():
    data = outcomes("h1 -> h1-v1 where v1 in squares", nim_law(), 1)
    assert not check(data).valid
    law = small(learn(Base(2), 1, lambda x: x[0] % 4 == 0, 3))
    verdict = check(outcomes("h1 -> h1-v1 where v1 in squares", law, 1))
    assert not verdict.valid
    assert not check(outcomes('octal("0.77")', law, 1)).valid


def test_blocked_games_count_options_once():
    """Blocking Nim on one heap: at most one option may be forbidden, so P is {0, 1}."""
    text = "blocking(h1 -> h1-v1, 2)"
    law = small(learn(Base(2), 1, lambda x: x[0] <= 1, 3))
    assert check(outcomes(text, law, 1, proof={"forbidden": 1})).valid
    twice = "blocking(h1 -> h1-v1 | h1-v1 where v1 <= 2, 2)"
    assert check(outcomes(twice, law, 1)).valid
    three = "blocking(h1 -> h1-v1, 3)"
    assert not check(outcomes(three, law, 1)).valid
    assert check(outcomes(three, small(learn(Base(2), 1, lambda x: x[0] <= 2, 3)), 1)).valid
    assert not check(outcomes(text, law, 1, play="misere")).valid


# -- descriptions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("r", [1, 2])
def test_beatty_pairs_are_recognised(r):
    data = outcomes(WYTHOFF if r == 1 else wythoff_rules(r), wythoff_law(r), 2, description={"kind": "beatty", "r": r})
    verdict = check(data)
    assert verdict.valid, verdict.why
    assert "floor" in verdict.theorem
    assert not check(changed(data, description={"kind": "beatty", "r": r + 1})).valid
    assert not check(changed(data, description={"kind": "window", "least": 0, "lower": []})).valid


def test_sets_that_are_no_beatty_pairs_are_refused():
    nim = small(learn(Base(2), 2, lambda x: x[0] == x[1], 3))
    data = outcomes("h1, h2 -> h1-v1, h2 | h1, h2-v1", nim, 2, description={"kind": "beatty", "r": 1})
    verdict = check(data)
    assert not verdict.valid
    assert "Beatty" in verdict.why
