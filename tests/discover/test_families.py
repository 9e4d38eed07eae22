import pytest
from tests.discover.brute import heap_values, subtraction

from grundy.discover.candidates import candidates
from grundy.discover.families import conjecture, parse_members
from grundy.discover.polynomials import fitted
from grundy.discover.words import exponents_of, powers, stair
from grundy.laws.periodic import PeriodicLaw
from grundy.laws.reading import law_from_json
from grundy.laws.residue import ResidueLaw
from grundy.rules.errors import PositionError


def laws_of(values, members, start=0):
    return {member: candidates(values(*member), start)[0].law for member in members}


def test_bash():
    (found,) = conjecture(laws_of(lambda m: subtraction(range(1, m + 1), 200), [(m,) for m in range(2, 7)]), ["m"])
    assert found.text == "period m + 1 from n = 0 on; values in a period: i for i = 0, 1, …"
    assert found.members == ((2,), (3,), (4,), (5,), (6,))
    assert set(found.tested) < set(found.members)
    assert len(found.tested) >= 2


def test_bash_by_the_laws_that_are_proved():
    (found,) = conjecture({(m,): ResidueLaw(m + 1) for m in range(2, 7)}, ["m"])
    assert found.text == "g(n) = n mod (m + 1)"
    assert law_from_json(found.law, (10,)) == ResidueLaw(11)


def test_blackboard_as_a_law_in_the_parameter():
    found = conjecture(
        laws_of(
            lambda k: heap_values(lambda n: [(y,) for y in range(-(-n // k), n)], 250, 1),
            [(k,) for k in range(2, 7)],
            1,
        ),
        ["k"],
    )[0]
    law = law_from_json(found.law, (30,))
    values = heap_values(lambda n: [(y,) for y in range(-(-n // 30), n)], 300, 1)
    assert [law.value((n,)) for n in range(1, 301)] == values
    assert "ceil(n/k)" in found.text


def test_two_parameters():
    members = [(low, high) for low in (2, 3) for high in (4, 5, 6)]
    (found,) = conjecture(laws_of(lambda low, high: subtraction(range(low, high + 1), 200), members), ["low", "high"])
    assert found.text == "period low + high from n = 0 on; values in a period: floor(i/low) for i = 0, 1, …"
    assert found.tested


def test_remainders_of_the_parameter():
    found = conjecture(laws_of(lambda k: subtraction((1, k), 200), [(k,) for k in range(2, 10)]), ["k"])
    assert [each.condition for each in found] == ["k even", "k odd"]
    assert found[0].text == "period k + 1 from n = 0 on; values from n = 0 on: (0 1)^(k/2) 2"
    assert "period 2 " in found[1].text


def test_all_but_one_number():
    members = [(k,) for k in range(1, 8)]
    laws = laws_of(lambda k: heap_values(lambda n: [(n - t,) for t in range(1, n + 1) if t != k], 200), members)
    (found,) = conjecture(laws, ["k"])
    assert "period 2*k" in found.text
    assert "each higher by k" in found.text


def test_no_law_where_members_have_none_in_common():
    laws = {
        (k,): PeriodicLaw.minimal(0, 0, p, 0, list(range(p)))
        for k, p in zip(range(2, 9), (3, 5, 4, 9, 2, 7, 30), strict=True)
    }
    assert conjecture(laws, ["k"]) == []
    assert conjecture({(2,): laws[2,]}, ["k"]) == []
    assert conjecture({}, ["k"]) == []


def test_a_member_that_breaks_the_law_is_seen():
    laws = {(m,): PeriodicLaw(0, 0, m + 1, 0, tuple(range(m + 1))) for m in range(2, 9)}
    laws[8,] = PeriodicLaw(0, 0, 10, 0, tuple(range(10)))
    assert conjecture(laws, ["m"]) == []


def test_polynomials():
    members = [(a, b) for a in range(2, 5) for b in range(3, 7)]
    assert fitted(members, [a * b + 2 * a - 1 for a, b in members]).text(["a", "b"]) == "a*b + 2*a - 1"
    assert fitted(members, [7 for _ in members]).text(["a", "b"]) == "7"
    assert fitted([(k,) for k in range(2, 8)], [k * k - k for k in range(2, 8)]).text(["k"]) == "k*k - k"
    assert fitted([(k,) for k in range(2, 8, 2)], [k // 2 + 1 for k in range(2, 8, 2)]).text(["k"]) == "(k + 2)/2"
    assert fitted([(k,) for k in range(2, 8)], [2**k for k in range(2, 8)]) is None
    assert fitted([(2,), (3,)], [2, 5]) is None


def test_words():
    assert powers([0, 1, 0, 1, 0, 1, 2]) == (((0, 1), (2,)), (3, 1))
    assert exponents_of([2], [(0, 1), (2,)]) == (0, 1)
    assert exponents_of([0, 2], [(0, 1), (2,)]) is None
    assert stair([]) is None
    assert stair([1, 2]) is None


@pytest.mark.parametrize(
    ("text", "names", "members"),
    [
        ("k=2..4", ("k",), [(2,), (3,), (4,)]),
        ("k=3", ("k",), [(3,)]),
        (" low = 1..2 , high=5..6 ", ("low", "high"), [(1, 5), (1, 6), (2, 5), (2, 6)]),
    ],
)
def test_ranges_of_parameters(text, names, members):
    assert parse_members(text) == (names, members)


@pytest.mark.parametrize("text", ["", "k", "k=", "k=a..b", "k=5..2", "k=1..9, k=2", "2=1..3", "k=1..1000", "k=-1..2"])
def test_wrong_ranges(text):
    with pytest.raises(PositionError):
        parse_members(text)
