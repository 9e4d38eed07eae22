"""Descriptions: the right ones are found, say what the automaton says, and no wrong one is taken."""

import copy
from functools import cache
from itertools import product

import pytest

from grundy.automata.automaton import from_json
from grundy.games import expression
from grundy.laws.reading import law_from_json
from grundy.prover import functions, outcomes, proposals
from grundy.prover.base import digest
from grundy.prover.describing import VALUE, described, description, equals, heap_tracks
from grundy.rules.budget import Budget
from grundy.rules.errors import GrundyError
from grundy.rules.family import ruleset

KING = "a, b -> a-1, b | a, b-1 | a-1, b-1"
CASES = [
    (KING, "outcome", "grid", "both heaps are even"),
    (KING, "grundy", "order", "both heaps are even"),
    ("knight", "outcome", "grid", "a mod 4 in {0, 1} and b mod 4 in {0, 1}"),
    ("rook", "outcome", "pairs", "a = b"),
    ("rook", "grundy", "sum", "is a xor b"),
    ("a, b -> a-t, b | a, b-1", "grundy", "sum", "is a xor (b mod 2)"),
    ("a, b -> a-t, b | a, b-t | 0, b-t", "outcome", "pairs", "max(a, b) = 0"),
    ("a, b -> a-1, b | a, b-1 | a-2, b | a, b-2", "grundy", "grid", "a mod 3 = b mod 3"),
    ("bishop", "outcome", "pairs", "min(a, b) = 0"),
    ("bishop", "grundy", "pairs", "is min(a, b)"),
    ("lasker", "grundy", "residues", "n+1 where n mod 4 is 3, n-1 where n mod 4 is 0, and else n"),
    ("n -> n-t where t % 2 == 1", "grundy", "periodic", "is n mod 2"),
    ("n -> n-t where t % 3 != 0", "grundy", "periodic", "is n mod 3"),
    ("moore(2)[:, :, :]", "outcome", "digits", "base 2"),
    ("nim[:, :, :]", "misere", "small", "xor of the heaps is 0. But where every heap is at most 1"),
    ("moore(2)[:, :, :]", "misere", "small", "mod 3 = 1"),
    ("nim", "misere", "periodic", "{1}"),
    ("halving", "misere", "points", "2, 5, 11"),
    ("fibonacci_nim", "outcome", "last_digit", "Fibonacci"),
    ("n, m -> n-t, t where 1 <= t and t <= m", "outcome", "last_digit", "largest power of 2 that divides a"),
    ("wythoff", "outcome", "beatty", "golden"),
    ("a, b, c -> a-t, b, c | a+t, b-t, c | a, b+t, c-t", "outcome", "digits", "heaps a and c"),
    (
        "a, b, c -> a-s, b-t, c-u where 0 <= s and s <= 1 and 0 <= t and t <= 1 and 0 <= u and u <= 1",
        "outcome",
        "remainders",
        "all heaps are even",
    ),
    ("a, b -> a-t, b | a, b-t | a-t, b-t where t <= 2", "outcome", "blocks", "floor(a/3)"),
    ("a, b -> a-t, b+t | a, b-t", "grundy", "pairs", "is b"),
]
SIZES = {1: 300, 2: 40, 3: 14}


@cache
def proof(text, about):
    rules = ruleset(text) if "->" in text else expression(text)
    if about == "grundy":
        return functions.prove(rules, Budget()), rules
    return outcomes.prove(rules, Budget(), play="misere" if about == "misere" else "normal"), rules


def box(law, least=0):
    return product(range(least, SIZES[law.heaps]), repeat=law.heaps)


@pytest.mark.parametrize(("text", "about", "kind", "words"), CASES)
def test_the_description_is_found_and_says_what_the_automaton_says(text, about, kind, words):
    proved, rules = proof(text, about)
    found = described(proved, rules, Budget(10))
    data = found.certificate["description"]
    law = law_from_json(data)
    assert (data["kind"], law.about) == (kind, "grundy" if about == "grundy" else "outcome")
    assert words in law.words()
    assert law.formula()
    assert law_from_json(law.to_json()) == law
    assert found.certificate["hash"] == digest(found.certificate) != proved.certificate["hash"]
    for x in box(law):
        assert law.is_p(x) == proved.law.is_p(x), x
        if about == "grundy":
            assert law.value(x) == proved.law.value(x), x


def own(text, about):
    law = proof(text, about)[0].certificate["law"]
    heaps = law["tracks"] - (law["about"] == "grundy")
    return from_json(law, heap_tracks(heaps) + ((VALUE,) if law["about"] == "grundy" else ()))


def mutants(data):
    """The data with one integer raised or lowered by 1."""

    def places(node, path=()):
        if isinstance(node, dict):
            for key in sorted(node):
                yield from places(node[key], (*path, key))
        elif isinstance(node, list):
            for i, part in enumerate(node):
                yield from places(part, (*path, i))
        elif isinstance(node, int):
            yield path

    for path in places(data):
        for step in (1, -1):
            changed = copy.deepcopy(data)
            *before, last = path
            inner = changed
            for key in before:
                inner = inner[key]
            inner[last] += step
            yield changed


@pytest.mark.parametrize(("text", "about", "kind", "words"), [c for c in CASES if c[2] != "beatty"])
def test_a_changed_description_is_equal_only_where_it_says_the_same(text, about, kind, words):
    proved, rules = proof(text, about)
    automaton = own(text, about)
    right = description(proved.certificate["law"], rules.least, Budget(10))
    assert equals(automaton, right, rules.least, Budget())
    refused = 0
    for data in mutants(right):
        try:
            law = law_from_json(data)
            taken = equals(automaton, data, rules.least, Budget())
        except (GrundyError, ValueError):
            refused += 1
            continue
        if not taken:
            refused += 1
            continue
        if proved.law.about == "grundy":
            assert all(law.value(x) == proved.law.value(x) for x in box(law, law_least(data)))
        else:
            assert all(law.is_p(x) == proved.law.is_p(x) for x in box(law, law_least(data)))
    assert refused


def law_least(data):
    least = data.get("least", 0)
    return least if isinstance(least, int) else max(least)


@pytest.mark.parametrize(("text", "about"), [("blocking(wythoff, 2)", "outcome"), ("wythoff", "misere")])
def test_where_nothing_simpler_is_known_the_proof_stays_as_it_is(text, about):
    proved, rules = proof(text, about)
    assert described(proved, rules, Budget(5)) is proved


def test_it_never_raises_but_lets_ctrl_c_pass(monkeypatch):
    proved, rules = proof("rook", "outcome")
    assert described(proved, rules, Budget(0)) is proved

    def broken(error):
        def raising(sample):
            raise error
            yield

        return raising

    monkeypatch.setattr(proposals, "proposals", broken(RuntimeError("a fault of ours")))
    assert described(proved, rules, Budget(5)) is proved
    monkeypatch.setattr(proposals, "proposals", broken(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        described(proved, rules, Budget(5))


def test_a_law_that_fits_the_table_only_is_refused(monkeypatch):
    proved, rules = proof("n -> n-t where t % 2 == 1", "grundy")
    values = [n % 2 for n in range(299)] + [0, 0]  # wrong at 299 only
    wrong = {"kind": "periodic", "least": 0, "preperiod": 0, "period": 301, "saltus": 0, "values": values}
    monkeypatch.setattr(proposals, "proposals", lambda sample: iter([wrong]))
    assert described(proved, rules, Budget(10)) is proved


def test_heaps_from_one_on():
    rules = expression("ruleset('a, b -> x, y where x+y == a | x, y where x+y == b', least=1)")
    proved = outcomes.prove(rules, Budget())
    found = described(proved, rules, Budget(10))
    law = law_from_json(found.certificate["description"])
    assert "both heaps are odd" in law.words()
    assert all(law.is_p(x) == proved.law.is_p(x) for x in product(range(1, 30), repeat=2))
