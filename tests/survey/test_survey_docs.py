"""The tables of docs/surveys.md are those of new surveys."""

import csv
import re
from pathlib import Path

import pytest

from grundy.survey.examining import examine
from grundy.survey.families import Survey, members

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "surveys.md"
TABLE = ROOT / "docs" / "octal3.csv"


def table_rows():
    with TABLE.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def part(name):
    """A table of the page, without the markup around it."""
    text = PAGE.read_text(encoding="utf-8")
    return text.partition(f"<!-- {name} -->\n")[2].partition("\n<!-- end -->")[0]


@pytest.mark.slow
def test_the_tables_of_the_page_are_those_of_a_new_survey(tmp_path):
    pytest.importorskip("pyarrow")
    pytest.importorskip("duckdb")
    from click.testing import CliRunner

    from grundy.cli.survey import survey

    def printed(*arguments):
        done = CliRunner().invoke(survey, arguments, standalone_mode=False, catch_exceptions=False)
        return done.stdout.rstrip("\n")

    out = str(tmp_path / "out")
    printed("octal", "--digits", "2", "--heaps", "1e4", "--workers", "0", "--out", out)
    text = PAGE.read_text(encoding="utf-8")
    proved = re.search(r"```sql\n(.*?)```", text, re.DOTALL)[1]
    others = re.search(r"`(select code, largest[^`]*)`", text)[1]
    assert printed("query", out, proved, "--markdown") == part("octal 2")
    assert printed("query", out, others, "--markdown") == part("octal 2 open")


def test_the_table_of_three_digits_has_all_codes_and_the_published_periods():
    rows = table_rows()
    assert [row["code"] for row in rows] == [m.code for m in members(Survey("octal", 3))]
    by_code = {row["code"]: row for row in rows}
    checked = 0
    with (ROOT / "tests" / "known" / "octal_periods.csv").open(encoding="utf-8") as lines:
        for entry in csv.DictReader(lines):
            row = by_code.get(entry["code"])
            if row is not None and row["status"] == "proved":
                assert (row["period"], row["preperiod"]) == (entry["period"], entry["preperiod"]), entry
                checked += 1
    assert checked >= 92
    assert {row["to_heap"] for row in rows} == {"100000"}


def test_rows_of_the_table_of_three_digits_are_those_of_a_new_survey():
    rows = table_rows()
    heaps = max(int(row["to_heap"]) for row in rows)
    survey = Survey("octal", 3, heaps=heaps)
    for member, row in list(zip(members(survey), rows, strict=True))[7::97]:
        if row["status"] == "proved":
            found = examine(survey, member)
            for name in ("status", "period", "preperiod", "largest", "largest_at", "rare_values", "last_rare"):
                assert row[name] == ("" if found[name] is None else str(found[name])), (member.code, name)
