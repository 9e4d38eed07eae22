import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

from tests.survey.surveys import files_of, small

from grundy.survey import running
from grundy.survey.querying import QueryError, query
from grundy.survey.results import SurveyError
from grundy.survey.running import Stopped, run


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    directory = tmp_path_factory.mktemp("query") / "out"
    run(small(), directory, workers=0)
    return directory


def test_a_select_is_answered(out):
    found = query(out, "select code, period from survey where status = 'proved' and period > 2 order by period desc")
    assert found.names == ("code", "period")
    assert found.rows == (("0.4", 34), ("4.4", 12), ("4.6", 12))
    assert (found.done, found.total) == (16, 16)


@pytest.mark.parametrize(
    "sql",
    [
        "with s as (select * from survey) select count(*) from s;",
        "from survey select count(*)",
        "select count(*) from survey -- a comment",
        "select count(*) from survey where first_values[2] >= 0",
    ],
)
def test_all_that_only_reads_is_allowed(out, sql):
    assert query(out, sql).rows == ((16,),)


def test_the_columns_can_be_asked_for_and_hold_no_digests(out):
    names = [row[0] for row in query(out, "describe survey").rows]
    assert "same_as" in names
    assert not [name for name in names if "digest" in name]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("drop table survey", "only SELECT is allowed, not DROP"),
        ("delete from survey", "only SELECT"),
        ("create table t as select 1", "only SELECT"),
        ("copy survey to 'x.csv'", "only SELECT"),
        ("attach 'x.db'", "only SELECT"),
        ("set threads=1", "only SELECT"),
        ("install httpfs", "only SELECT"),
        ("select 1; select 2", "one SELECT is expected, not 2"),
        ("", "not 0 statements"),
        ("  -- nothing", "not 0 statements"),
        ("selec", "syntax error"),
        ("select nosuch from survey", "The columns are id, code"),
        ("select * from octals", "The table is called survey"),
        ("select * from '/etc/passwd'", "/etc/passwd"),
        ("select * from read_csv('/etc/passwd')", "Permission"),
        ("select * from read_text('/etc/passwd')", "Permission"),
        ("select * from glob('/*')", "Permission"),
        ("select * from table", ""),
        ("select * from rows", "The table is called survey"),
    ],
)
def test_what_is_no_select_about_the_survey_is_refused(out, sql, said):
    with pytest.raises(QueryError) as error:
        query(out, sql)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_directory_and_one_without_a_survey_are_said(tmp_path):
    with pytest.raises(SurveyError, match="there is no directory"):
        query(tmp_path / "nosuch", "select 1")
    with pytest.raises(SurveyError, match=r"survey\.json is missing"):
        query(tmp_path, "select 1")


def test_a_damaged_file_is_named_with_the_command_that_repairs_it(tmp_path):
    out = tmp_path / "out"
    run(small(), out, workers=0)
    (file,) = files_of(out)
    file.write_bytes(file.read_bytes()[:-3])
    with pytest.raises(SurveyError) as error:
        query(out, "select 1")
    assert file.name in str(error.value)
    assert f"grundy survey octal --digits 1 --heaps 300 --out {out}" in str(error.value)


def test_an_unfinished_survey_can_be_asked_too(tmp_path, monkeypatch):
    examine_all = running.examine_all

    def interrupted(survey, some):
        if some[0].id == 6:
            raise KeyboardInterrupt
        return examine_all(survey, some)

    monkeypatch.setattr(running, "examine_all", interrupted)
    with pytest.raises(Stopped):
        run(small(), tmp_path / "out", workers=0)
    found = query(tmp_path / "out", "select count(*), count(same_as) from survey")
    assert (found.done, found.total) == (6, 16)
    assert found.rows == ((6, 1),)  # 0.5 as 0.3
