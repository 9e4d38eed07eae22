import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

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


def test_a_rows_file_that_is_a_directory_is_damaged(tmp_path):
    run(small(), tmp_path / "out", workers=0)
    (file,) = files_of(tmp_path / "out")
    file.unlink()
    file.mkdir()
    with pytest.raises(SurveyError, match="is damaged: it cannot be read: Is a directory"):
        query(tmp_path / "out", "select 1")
    assert run(small(), tmp_path / "out", workers=0).now == 16
    assert query(tmp_path / "out", "select count(*) from survey").rows == ((16,),)


def test_a_file_is_no_directory_of_a_survey(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(SurveyError, match="file is a file; expected the directory of a survey"):
        query(tmp_path / "file", "select 1")


def test_columns_need_no_quotes(out):
    names = ", ".join(row[0] for row in query(out, "describe survey").rows)
    assert query(out, f"select {names} from survey").names == tuple(names.split(", "))
    assert query(out, "select distinct_values from survey where code = '0.3'").rows == ((2,),)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted by Linux' list of them")
def test_no_thread_of_a_library_is_left_that_could_abort_the_end(out):
    program = (
        "import os, sys, pyarrow.parquet, duckdb\n"
        "from grundy.survey.querying import query\n"
        "from grundy.survey.running import run\n"
        "from grundy.survey.results import open_results\n"
        "before = set(os.listdir('/proc/self/task'))\n"
        "run(open_results(sys.argv[1]).survey, sys.argv[1], workers=0)\n"
        "query(sys.argv[1], 'select status, count(*) from survey group by all')\n"
        "print(len(set(os.listdir('/proc/self/task')) - before))"
    )
    done = subprocess.run([sys.executable, "-c", program, str(out)], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


def test_ctrl_c_ends_a_long_question_at_once(out):
    begun = time.monotonic()
    threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            query(out, "select count(*) from range(10000000000) a, range(1000) b")
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 10
