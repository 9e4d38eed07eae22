import pytest

from grundy.checker.taking import code_digits, subtraction_set
from grundy.checker.verdicts import Refuted
from grundy.rules.family import ruleset


@pytest.mark.parametrize(
    ("text", "numbers", "above"),
    [
        ("n -> n-t where t in {1, 3, 4}", (1, 3, 4), False),
        ("n -> n-1 | n-3 | n-8", (1, 3, 8), False),
        ("n -> y where n-3 <= y < n", (1, 2, 3), False),
        ("n -> y where n-y in {1, 2}", (1, 2), False),
        ("n -> n-2*t where t <= 3", (2, 4, 6), False),
        ("n -> n-s-t where s <= 1 and t <= 2", (1, 2, 3), False),
        ("n -> n-t where 5 <= t < 8 and t % 2 == 1 | n-2", (2, 5, 7), False),
        ("n -> n-t where t in primes and t < 12", (2, 3, 5, 7, 11), False),
        ("n -> n-t where t in divisors(12)", (1, 2, 3, 4, 6, 12), False),
        ("n -> n-t where abs(t-4) <= 1", (3, 4, 5), False),
        ("n -> n-t where t <= n and t <= 2", (1, 2), False),
        ("n -> n | n-2", (2,), False),
        ("n -> n-t", (), True),
        ("n -> n-t where t not in {1, 2}", (), True),
        ("n -> n-t where t != 2 and t != 5", (1, 3, 4), True),
        ("n -> n-t where t >= 4 or t == 1", (1, 4), True),
        ("n -> n-t where t not in divisors(6)", (4, 5), True),
        ("n -> n-t where not (t in squares and t < 9)", (2, 3, 5, 6, 7, 8), True),
    ],
)
def test_sets_are_recognised(text, numbers, above):
    found = subtraction_set(ruleset(text))
    assert [t for t in found.numbers if t <= max(numbers, default=0)] == list(numbers)
    assert found.all_above == above
    if above:
        assert set(found.numbers) == set(range(1, found.top + 1)) - set(found.excluded)
    else:
        assert found.numbers == numbers


@pytest.mark.parametrize(
    "text",
    [
        "n -> n-t where 2*t <= n",
        "n -> n-t where t in squares",
        "n -> n-t where t % 2 == 1",
        "n -> n-t where t <= 3 and n >= 5",
        "n -> n-t where t <= 3 and n % 2 == 0",
        "n -> n-t where t in divisors(n)",
        "n -> n//2",
        "n -> n-t where t <= 3 and n-t != 7",
        "n -> n-t where t <= 3 or n == 100 and t <= 4",
        "n -> n-2*t where t != 3",
        "n -> a & b where a+b == n-1",
        "n -> n+1 where n < 10",
        "n -> n-t where t <= 400000",
    ],
)
def test_other_rules_are_refused(text):
    with pytest.raises(Refuted):
        subtraction_set(ruleset(text))


@pytest.mark.parametrize(
    ("text", "least", "digits"),
    [
        ("n -> a & b where n-2 <= a+b < n", 0, (0, 7, 7)),
        ("n -> 0 where n == 1 | n-2 | a & n-3-a", 0, (0, 1, 3, 7)),
        ("n -> a & b where a+b == n and 1 <= a <= b", 0, (4,)),
        ("n -> n-1 | a & b where a+b == n-2 and a >= 1 and b >= 1", 0, (0, 3, 4)),
        ("n -> n-t where t <= 3", 0, (0, 3, 3, 3)),
        ("n -> n-t where t <= 3", 1, (0, 2, 2, 2)),
        ("n -> a & b & c where a+b+c == n-1", 0, (0, 15)),
        ("n -> a & b where a+b == n-1", 1, (0, 4)),
        ("n -> a & b where a+b == n-1 and a <= b", 0, (0, 7)),
        ("n -> a & b where 1 <= a and a+b == n-1 and b <= 0", 0, (0, 2)),
    ],
)
def test_codes_are_recognised(text, least, digits):
    assert code_digits(ruleset(text, least=least)) == digits


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("n -> a & b where a+b == n and 1 <= a < b", 0),
        ("n -> a & b where a+b == n-1 and a >= 2", 0),
        ("n -> a & b where a+b == n-1 and a <= b+1", 0),
        ("n -> a & b where a+b < n", 0),
        ("n -> a & a where 2*a == n-1", 0),
        ("n -> n-t where t <= 3", 2),
        ("n -> a & b where a+b == n-1 and n != 50", 0),
        ("n -> a & b where a+b <= n-1 and 3*a <= n and a+b >= n-2", 0),
        ("n -> a & b & c & d where a+b+c+d == n-1", 0),
    ],
)
def test_what_is_no_code_is_refused(text, least):
    with pytest.raises(Refuted):
        code_digits(ruleset(text, least=least))
