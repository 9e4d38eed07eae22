import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grundy import table
from grundy.games import rules
from grundy.rules.errors import PositionError
from grundy.survey.encyclopedia import SEQUENCES, recognised
from grundy.survey.oeis import data_of, draft, existing, programs

RULES = [
    ("kayles", None),
    ('octal("4.07")', None),
    ('hexadecimal("0.9F")', None),
    ("subtraction({1, 3, 4})", None),
    ("allbut({1, 3})", None),
    ("nim", None),
    ("take_a_square", None),
    ("divisor_nim", None),
    ("coprime_nim", None),
    ("grundy_game", None),
    ("lasker", None),
    ("blackboard(2)", None),
    ("n -> n-t where t in primes", None),
    ("n -> n-t where t in fibonacci", None),
    ("n -> n-t where t in {1, 4}", 3),
    ("n -> n-t where t in {1, 4}", 1),
]


def field(text, name):
    """The text of a field of a draft."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(name))
    end = next(i for i in range(start + 1, len(lines) + 1) if i == len(lines) or lines[i][:11].strip())
    return " ".join(line[11:] for line in lines[start:end]).strip()


@pytest.mark.parametrize(("text", "least"), RULES)
def test_the_python_program_prints_the_data(text, least):
    found = table(rules(text, least=least), 60)
    by_language = dict(programs(found, 50))
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(by_language["Python"])], capture_output=True, text=True, check=True
    )
    values = list(found.flat[: 51 - found.start])
    assert done.stdout.strip() == str(values)


@pytest.mark.parametrize("text", ["kayles", "take_a_square", "allbut({1, 3})", "nim"])
def test_the_pari_program_has_the_form_of_its_language(text):
    (program,) = (p for language, p in programs(table(rules(text), 60), 50) if language == "PARI")
    joined = "\n".join(program)
    assert program[-1] == "lista(50)"
    for left, right in ("()", "{}", "[]"):
        assert joined.count(left) == joined.count(right)


def test_a_draft_has_the_fields_of_an_entry():
    text = draft(table(rules("kayles"), 300))
    assert field(text, "NAME") == 'Sprague-Grundy values for heaps of n in the game kayles, octal("0.77").'
    data = field(text, "DATA")
    assert len(data) <= 260
    assert data.startswith("0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4")
    assert len(data) > 255
    assert field(text, "OFFSET") == "0,3"
    assert field(text, "FORMULA") == "a(n+12) = a(n) for n >= 71 (proved)"
    assert field(text, "EXAMPLE") == "a(2) = 2: the options of a heap of 2 have the values 0, 1."
    assert field(text, "CROSSREFS") == 'Cf. A002186, the values of octal("0.77"), compared for 1 <= n <= 299.'
    assert field(text, "KEYWORD") == "nonn,easy"


def test_a_formula_that_is_not_proved_is_a_conjecture_in_the_comments():
    text = draft(table(rules("divisor_nim"), 80), budget=5)
    if "FORMULA" not in text:
        assert re.search(r"Conjecture: a\(n\) = .*not\s+proved", text, re.DOTALL)
    assert field(text, "OFFSET") == "1,4"


def test_a_game_without_a_law_has_no_formula():
    text = draft(table(rules("grundy_game"), 100), budget=2)
    assert "FORMULA" not in text
    assert field(text, "KEYWORD") == "nonn"


def test_misere_values_are_so_named_and_have_no_formula():
    text = draft(table(rules("kayles"), 20, misere=True))
    assert "in misere play" in field(text, "NAME")
    assert "FORMULA" not in text
    assert "PROG" not in text


def test_data_are_at_most_260_characters():
    assert data_of([0] * 500) == [0] * 87
    assert data_of(list(range(10**6, 10**6 + 100)))[-1] == 10**6 + 28


@pytest.mark.parametrize("text", ["wythoff[:5, :5]", "blocking(nim, 2)[:9]"])
def test_what_is_no_sequence_of_values_is_refused(text):
    with pytest.raises(PositionError, match="one sequence"):
        draft(table(rules(text)))


def test_a_conjecture_names_the_function_as_the_encyclopedia_does():
    from grundy import expression

    text = draft(table(expression("divisor_replacement"), 40))
    assert "Conjecture: a(n) = bigomega(n) " in text
    assert " omega(" not in text


# ---------------------------------------------------------------- sequences that the encyclopedia has

PUBLISHED = list(csv.DictReader((Path(__file__).parents[1] / "known" / "sequences.csv").read_text().splitlines()))


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry["number"])
def test_games_that_are_recognised_have_the_published_terms(entry):
    assert dict(SEQUENCES)[entry["number"]] == entry["game"]
    terms = [int(term) for term in entry["terms"].split()]
    first = int(entry["heap"])
    assert list(table(rules(entry["game"]), first + len(terms) - 1).flat)[first:] == terms


@pytest.mark.parametrize(
    ("text", "least", "entries"),
    [
        ("dawson_kayles", None, [("A002187", -1)]),
        ('octal("0.4")', None, [("A002187", -2)]),
        ("n -> a & b where n-2 <= a+b and a+b < n", None, [("A002186", 0)]),
        ('octal("0.61")', None, [("A046695", 0), ("A071433", -1)]),
        ("n -> n-t where t in squares", 1, [("A014586", -1)]),
        ("subtraction({1, 2})", None, []),
        ('octal("0.76")', None, []),
    ],
)
def test_known_sequences_are_recognised_by_their_values(text, least, entries):
    found = existing(table(rules(text, least=least), 80))
    assert [(one.number, one.shift) for one in found] == entries


def test_one_other_value_is_another_sequence():
    values = list(table(rules("kayles"), 100).flat)
    assert [one.number for one in recognised(values, 0)] == ["A002186"]
    assert recognised([*values[:-1], 99], 0) == []
    assert recognised(values[:10], 0) == []  # too few to say anything


def test_a_draft_names_the_entry_that_there_is():
    text = draft(table(rules("dawson_chess"), 100))
    assert "Cf. A002187, the values of" in field(text, "CROSSREFS")
    assert "Cf. A002187." not in text
