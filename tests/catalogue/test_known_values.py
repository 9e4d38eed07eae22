"""Published values, periods and P-positions against the catalogue."""

from itertools import combinations_with_replacement

import pytest
from tests.catalogue.facts import game, heap_pairs, label, numbers, rows

from grundy import expression, outcome, ruleset, solve, table


def test_every_row_says_where_it_is_from():
    for name in ("values", "periods", "zeros", "pairs", "positions", "octal_periods"):
        assert all(row["source"].strip() for row in rows(name)), name


@pytest.mark.parametrize("row", rows("values"), ids=label)
def test_first_values(row):
    rules, start, wanted = game(row["game"], int(row["least"])), int(row["start"]), numbers(row["values"])
    found = table(rules[start : start + len(wanted)], misere=row["play"] == "misere")
    assert found.values == wanted


def check_zeros(row, to):
    found = table(game(row["game"], int(row["least"])), to, misere=row["play"] == "misere").values
    assert [n for n, g in enumerate(found) if g == 0] == [n for n in numbers(row["zeros"]) if n <= to]


@pytest.mark.parametrize("row", rows("zeros"), ids=label)
def test_heaps_that_the_mover_loses(row):
    check_zeros(row, min(int(row["to"]), 18 if row["play"] == "misere" else 400))


@pytest.mark.slow
@pytest.mark.parametrize("row", rows("zeros"), ids=label)
def test_all_listed_heaps_that_the_mover_loses(row):
    check_zeros(row, int(row["to"]))


@pytest.mark.parametrize("row", rows("pairs"), ids=label)
def test_pairs_of_a_value(row):
    to, wanted = int(row["to"]), int(row["value"])
    found = table(game(row["game"])[: to + 1, : to + 1]).values
    assert [(a, b) for a in range(to + 1) for b in range(a, to + 1) if found[a][b] == wanted] == heap_pairs(
        row["pairs"]
    )
    assert all(found[a][b] == found[b][a] for a in range(to + 1) for b in range(a))


@pytest.mark.parametrize("row", rows("positions"), ids=label)
def test_positions(row):
    solved = solve(expression(row["position"]), misere=row["play"] == "misere")
    assert solved.outcome == row["outcome"]
    if row["grundy"] != "?":
        assert solved.grundy == int(row["grundy"])
    if row["winning_options"] == "?":
        assert solved.winning_options
    else:
        options = [text for text in row["winning_options"].split(" | ") if text]
        assert [str(option) for option in solved.winning_options] == options
        assert solved.winning_count == len(options)


def minimal_period(values, preperiod, period):
    """Whether *values* repeat from *preperiod* on with *period*, neither being too large."""

    def holds(start, step):
        return all(values[n] == values[n + step] for n in range(start, len(values) - step))

    smaller = [d for d in range(1, period) if period % d == 0]
    return (
        holds(preperiod, period)
        and (preperiod == 0 or values[preperiod - 1] != values[preperiod - 1 + period])
        and not any(holds(preperiod, d) for d in smaller)
    )


@pytest.mark.parametrize("row", rows("periods"), ids=label)
def test_periods(row):
    preperiod, period = int(row["preperiod"]), int(row["period"])
    found = table(game(row["game"]), max(preperiod + 3 * period, 60)).values
    assert minimal_period(found, preperiod, period)


def octal_rows(least, most):
    found = [row for row in rows("octal_periods") if least <= int(row["preperiod"]) + int(row["period"]) < most]
    return [pytest.param(row, id=row["code"]) for row in found]


def test_the_published_octal_periods_are_read():
    assert len(rows("octal_periods")) == 100


@pytest.mark.parametrize(
    "row",
    [*octal_rows(0, 400), *(pytest.param(*p.values, id=p.id, marks=pytest.mark.slow) for p in octal_rows(400, 2000))],
)
def test_octal_periods(row):
    preperiod, period = int(row["preperiod"]), int(row["period"])
    found = table(expression(f'octal("{row["code"]}")'), preperiod + 3 * period, work=10**9).values
    assert minimal_period(found, preperiod, period)


# ---------------------------------------------------------------- codes


def naive_code(code, size):
    """Grundy values of a code, straight from what its digits say."""
    digits = [int(d, 16) for d in code.replace(".", "")]
    g = []
    for n in range(size):
        after = set()
        for taken, digit in enumerate(digits[: n + 1]):
            rest = n - taken
            if digit & 1 and rest == 0:
                after.add(0)
            if digit & 2 and rest > 0:
                after.add(g[rest])
            if digit & 4:
                after |= {g[a] ^ g[rest - a] for a in range(1, rest)}
            if digit & 8:
                after |= {g[a] ^ g[b] ^ g[rest - a - b] for a in range(1, rest) for b in range(1, rest - a)}
        g.append(min(set(range(len(after) + 1)) - after))
    return g


def test_all_codes_of_up_to_two_digits_against_a_naive_loop():
    for first in "04":
        for number in range(64):
            code = f"{first}.{number:02o}"
            assert table(expression(f'octal("{code}")')[:26]).values == naive_code(code, 26), code


@pytest.mark.slow
def test_all_octal_codes_of_three_digits_against_a_naive_loop():
    for first in "04":
        for number in range(512):
            code = f"{first}.{number:03o}"
            assert table(expression(f'octal("{code}")')[:34]).values == naive_code(code, 34), code


@pytest.mark.parametrize("code", ["0.3F", "0.8", "0.F", "4.8F1", "C.1", "8.3", "0.0008", "0.ABC", "C.FFF"])
def test_hexadecimal_codes_against_a_naive_loop(code):
    assert table(expression(f'hexadecimal("{code}")')[:22]).values == naive_code(code, 22)


@pytest.mark.parametrize("code", [row["code"] for row in rows("octal_periods")])
def test_codes_of_the_list_against_a_naive_loop(code):
    assert table(expression(f'octal("{code}")')[:30]).values == naive_code(code, 30)


def test_dawsons_chess_is_dawsons_kayles_moved_by_one_with_seven_exceptions_to_the_period():
    chess = table(expression("dawson_chess"), 300).values
    assert chess == table(expression("dawson_kayles[1:302]")).values
    exceptions = {n for n in range(266) if chess[n] != chess[266 + (n - 266) % 34]}
    assert exceptions == {0, 14, 16, 17, 31, 34, 51}


def test_codes_that_agree_for_519_sizes_and_then_differ():
    one, other = (table(expression(f'octal("{code}")'), 519, work=10**9).values for code in ("0.161", "0.36"))
    assert one[:519] == other[:519]
    assert one[519] != other[519]


def test_0_27_has_the_values_of_0_26():
    assert table(expression('octal("0.27")'), 200).values == table(expression('octal("0.26")'), 200).values


def test_0_1377_doubles_kayles():
    kayles = table(expression("kayles"), 100).values
    doubled = table(expression('octal("0.1377")'), 200).values
    assert doubled == [kayles[(n + 1) // 2] for n in range(201)]


def test_project_euler_306():
    values = table(expression("dawson_kayles[1:51]")).values
    assert sum(v > 0 for v in values[:5]) == 3
    assert sum(v > 0 for v in values) == 40


# ---------------------------------------------------------------- closed forms


def test_powers_of_two_go_by_the_remainder_modulo_3():
    assert table(ruleset("n -> n-t where t in powers(2)"), 300).values == [n % 3 for n in range(301)]


def test_take_low_to_high():
    family = ruleset("n -> n-t where low <= t <= high", params="low, high")
    assert table(family(3, 8), 300).values == [n % 11 // 3 for n in range(301)]
    for low in range(1, 6):
        for high in range(low, 9):
            assert table(family(low, high), 60).values == [n % (low + high) // low for n in range(61)]


def test_laskers_nim():
    wanted = [n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n for n in range(101)]
    assert table(expression("lasker"), 100).values == wanted


def test_halving():
    found = table(expression("halving"), 400).values
    assert all(found[2 * m] == m for m in range(201))
    assert all(found[2 * m + 1] == found[m] for m in range(200))


def test_two_heaps_2b_and_b_go_by_the_lowest_ternary_digit_2():
    odious = [n for n in range(64) if n.bit_count() % 2]

    def closed(n):
        place = 0
        while n:
            n, digit = divmod(n, 3)
            if digit == 2:
                return odious[place]
            place += 1
        return 0

    rules = ruleset("n -> n-2*b & n-b where b >= 1")
    assert table(rules, 300).values == [closed(n) for n in range(301)]


def test_divisor_nim_is_the_exponent_of_2_and_gives_the_sums_of_project_euler_509():
    values = table(expression("divisor_nim[1:101]")).values
    assert values == [(n & -n).bit_length() - 1 for n in range(1, 101)]
    assert sum(a ^ b ^ c != 0 for a in values[:10] for b in values[:10] for c in values[:10]) == 692
    assert winning_triples(values) == 735494


def winning_triples(values):
    histogram = {v: values.count(v) for v in values}
    lost = sum(histogram[a] * histogram[b] * histogram.get(a ^ b, 0) for a in histogram for b in histogram)
    return len(values) ** 3 - lost


def test_replacing_by_a_divisor_counts_prime_factors():
    def omega(n):
        p, count = 2, 0
        while n > 1:
            while n % p == 0:
                n, count = n // p, count + 1
            p += 1
        return count

    assert table(expression("divisor_replacement[1:301]")).values == [omega(n) for n in range(1, 301)]


def test_coprime_nim_is_the_index_of_the_least_prime_factor():
    primes = [p for p in range(2, 200) if all(p % d for d in range(2, p))]
    wanted = [0] + [1 + next(i for i, p in enumerate(primes) if n % p == 0) for n in range(2, 200)]
    assert table(expression("coprime_nim[1:200]")).values == wanted


def test_nim_square_has_1160_losing_triples():
    values = table(expression("take_a_square"), 29).values
    triples = combinations_with_replacement(values, 3)
    assert sum(a ^ b ^ c == 0 for a, b, c in triples) == 1160


# ---------------------------------------------------------------- several heaps


def test_wythoff_diagonal_and_row_10():
    values = table(expression("wythoff[:16, :16]")).values
    assert [values[i][i] for i in range(16)] == [0, 2, 1, 6, 7, 8, 3, 5, 4, 16, 14, 15, 10, 9, 11, 20]
    assert values[10][:11] == [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14]
    assert table(expression("wythoff[10, :11]")).values == values[10][:11]


@pytest.mark.slow
def test_moores_nim_2_on_four_heaps():
    found = [
        heaps for heaps in combinations_with_replacement(range(5), 4)
        if outcome(expression("moore(2)")[heaps]) == "P"
    ]  # fmt: skip
    assert set(found) == {(0, 0, 0, 0), (0, 1, 1, 1), (0, 2, 2, 2), (1, 2, 3, 3), (0, 3, 3, 3), (0, 4, 4, 4)}


def test_fibonacci_nim_loses_at_fibonacci_numbers_and_its_largest_winning_takes_sum_to_728():
    largest, lost = 0, []
    for n in range(1, 101):
        solved = solve(expression("fibonacci_nim")[n], limit=100)
        if solved.outcome == "P":
            lost.append(n)
        else:
            largest += max(n - option.parts[0][1][0] for option in solved.winning_options)
    assert lost == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    assert largest == 728


def test_euclid_is_won_at_equal_heaps_and_beyond_the_golden_ratio():
    rules = expression("euclid")
    for a in range(1, 15):
        for b in range(1, 15):
            low, high = sorted((a, b))
            lost = low != high and high * high < high * low + low * low
            assert outcome(rules[a, b]) == ("P" if lost else "N")
