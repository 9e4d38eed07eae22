import json
import logging
import os
import signal
import subprocess
import time
from typing import ClassVar

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

from click.testing import CliRunner
from tests.survey.surveys import (
    COMMAND,
    environment_without,
    last_number,
    small,
    start_command,
    wait_for_file,
    without_times,
)

from grundy.cli.survey import survey
from grundy.rules.termination import Terminated, termination
from grundy.survey.cluster import _local
from grundy.survey.families import Survey
from grundy.survey.results import open_results
from grundy.survey.running import run


def invoke(*arguments):
    done = CliRunner().invoke(survey, list(map(str, arguments)), standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.stdout


def said(*arguments):
    with pytest.raises(Exception) as error:
        invoke(*arguments)
    return getattr(error.value, "message", str(error.value))


def rows(directory):
    return without_times(open_results(directory).read().rows.values())


def test_the_summary_counts_the_games_and_names_the_directory(tmp_path):
    out = tmp_path / "out"
    text = invoke("octal", "--digits", 1, "--heaps", "3e2", "--workers", 0, "--out", out)
    assert text.startswith("16 games of octal --digits 1 --heaps 300: 15 proved, 1 unknown\n16 done now; ")
    data = json.loads(invoke("octal", "--digits", 1, "--heaps", "300", "--workers", 0, "--out", out, "--json"))
    assert (data["games"], data["done_now"], data["statuses"]) == (16, 0, {"proved": 15, "unknown": 1})


def test_questions_are_answered_in_four_forms(tmp_path):
    out = tmp_path / "out"
    run(small(), out, workers=0)
    sql = "select code, period, first_values[:4] as first, same_as from survey where code in ('0.5', '0.6')"
    lines = invoke("query", out, sql).splitlines()
    assert lines == ["code  period  first    same_as", "0.5        2  0 1 0 1  0.3", "0.6           0 0 1 2"]
    assert invoke("query", out, sql, "--csv") == "code,period,first,same_as\n0.5,2,0 1 0 1,0.3\n0.6,,0 0 1 2,\n"
    table = ["| code | period | first | same_as |", "|---|---:|---|---|", "| 0.5 | 2 | 0 1 0 1 | 0.3 |"]
    assert invoke("query", out, sql, "--markdown").splitlines()[:3] == table
    first = {"code": "0.5", "period": 2, "first": [0, 1, 0, 1], "same_as": "0.3"}
    assert json.loads(invoke("query", out, sql, "--json"))[0] == first
    assert "column_name" in invoke("query", out)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["octal", "--max", 3], "--max goes with subtraction and allbut"),
        (["subtraction", "--digits", 3], "--digits goes with octal and hexadecimal"),
        (["octal", "--param", "m=1..3"], "--param and --least go with rules"),
        (
            ["octal", "--heaps", "many"],
            "'many' is no integer, or too large a power; expected such as 500, 1e5 or 10**5",
        ),
        (["octal", "--heaps", "0"], "at least 1"),
        (["octal", "--heaps", "1e12"], "at most"),
        (["octal", "--work", "-4"], "expected at least 1, not -4"),
        (["octal", "--work", "1e19"], "--work is at most"),
        (["octal", "--digits", 0], "size of 1 to 64"),
        (["octal", "--digits", 12], "more than"),
        (["bash"], "--param m=1..20"),
        (["bash", "--param", "m"], "expected --param NAME=RANGE"),
        (["bash", "--param", "m=1..3", "--param", "m=4"], "given twice"),
        (["bash", "--param", "m=3..1"], "the range m=3..1 is empty: 3 is more than 1"),
        (["bash", "--param", "m=-3..3"], "numbers of a range are at least 0, not -3"),
        (["bash", "--param", "m=1..10**20"], "the range 1..10**20 of m has more than 5,000,000 values"),
        (["bash", "--param", "m=1..x"], "x is no number"),
        (["bash", "--param", "m=1.."], "expected a range such as m=1..20 or m=1..10**3, not m=1.."),
        (["n -> n+1"], "end"),
        (["octal", "--workers", 2, "--scheduler", "tcp://127.0.0.1:1"], "--workers is for processes"),
        (["octal", "--workers", -1], "-1"),
    ],
)
def test_what_is_no_survey_is_said(arguments, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert text in said(*arguments)
    assert not list(tmp_path.iterdir())


def test_help_shows_examples_of_both_commands():
    assert "grundy survey octal --digits 3 --heaps 1e5 --out results" in invoke("--help")
    assert "select" in invoke("query", "--help")


@pytest.mark.parametrize(("missing", "workers"), [("pyarrow", 0), ("distributed", 1)])
def test_a_missing_library_names_the_extra(tmp_path, missing, workers):
    done = subprocess.run(
        [
            *COMMAND,
            "octal",
            "--digits",
            "1",
            "--heaps",
            "50",
            "--workers",
            str(workers),
            "--out",
            str(tmp_path / "out"),
        ],
        env=environment_without(tmp_path, missing),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert f"surveys need {missing}, of an extra that is not installed" in done.stderr
    assert "grundy[survey]" in done.stderr
    assert "Traceback" not in done.stderr


def test_json_has_no_numbers_that_json_has_not(tmp_path):
    run(small(), tmp_path / "out", workers=0)
    sql = "select 'inf'::double as a, ['nan'::double, 1.5] as b, {'k': -'inf'::double} as c"
    text = invoke("query", tmp_path / "out", sql, "--json")
    assert json.loads(text, parse_constant=pytest.fail) == [{"a": None, "b": [None, 1.5], "c": {"k": None}}]


def test_columns_of_one_name_are_all_there(tmp_path):
    run(small(), tmp_path / "out", workers=0)
    sql = "select 1 as a, 2 as a, 3 as a_1, 4 as a from survey limit 1"
    assert json.loads(invoke("query", tmp_path / "out", sql, "--json")) == [{"a": 1, "a_2": 2, "a_1": 3, "a_3": 4}]
    assert invoke("query", tmp_path / "out", sql, "--csv").splitlines()[0] == "a,a_2,a_1,a_3"
    sql = "select * from survey x join survey y using (id) limit 1"
    names = invoke("query", tmp_path / "out", sql, "--csv").splitlines()[0].split(",")
    assert {"code", "code_1"} <= set(names)
    assert len(names) == len(set(names))


def test_heaps_that_a_proof_does_not_need_take_no_time(tmp_path):
    from grundy.survey import examining

    run(Survey("subtraction", 2, heaps=10**9), tmp_path / "out", workers=0)
    found = open_results(tmp_path / "out").read().rows.values()
    assert {row["to_heap"] for row in found} == {10**9}
    assert {len(row["prefix_digests"]) for row in found} == {len(examining.checkpoints(1 << 20)) - 1}


def test_ends_of_ranges_are_numbers_of_any_form(tmp_path):
    invoke("bash", "--param", "m=10**9..10**9+1", "--heaps", 50, "--workers", 0, "--out", tmp_path / "out")
    assert [row["code"] for row in rows(tmp_path / "out")] == ["m=1000000000", "m=1000000001"]


def test_ctrl_c_in_the_study_of_one_game_is_no_row(tmp_path, monkeypatch):
    from grundy.survey.running import Stopped

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("grundy.report.studying._Studying._picture", interrupted)
    wanted = Survey("rules", rules="n -> n-t where t in squares", heaps=50)
    with pytest.raises(Stopped):
        run(wanted, tmp_path / "out", workers=0)
    assert rows(tmp_path / "out") == []


def test_sql_can_begin_with_a_comment(tmp_path):
    run(small(), tmp_path / "out", workers=0)
    assert invoke("query", tmp_path / "out", "-- how many\nselect count(*) as n from survey") == " n\n16\n"
    assert "No such option" in said("query", tmp_path / "out", "--select")


def test_a_survey_of_errors_alone_says_why_and_fails(tmp_path, monkeypatch):
    from grundy.rules.errors import RuleError
    from grundy.survey import examining

    def broken(survey, member):
        raise RuleError("the sky fell" if member.id else "it rained")

    monkeypatch.setattr(examining, "ruleset_of", broken)
    arguments = ["octal", "--digits", 1, "--heaps", 99, "--workers", 0, "--out", tmp_path / "out"]
    done = CliRunner().invoke(survey, list(map(str, arguments)))
    assert done.exit_code == 1
    assert "16 error\n" in done.stdout
    assert "15 errors: the sky fell\n1 error: it rained\n" in done.stdout
    done = CliRunner().invoke(survey, [*map(str, arguments), "--json"])
    assert (done.exit_code, json.loads(done.stdout)["errors"]) == (1, {"the sky fell": 15, "it rained": 1})


# ---------------------------------------------------------------- processes that are stopped


class Made:
    """What distributed makes, which cannot be closed in order."""

    made: ClassVar[list] = []
    start = None

    def __init__(self, *_, **__):
        self.closed = False
        self.made.append(self)
        if self.start is not None:
            self.start()

    def close(self, timeout):
        assert timeout > 0
        self.closed = True
        logging.getLogger("tornado.application").error("a connection was lost")
        logging.getLogger("distributed.nanny").critical("a worker was lost")
        raise AssertionError("Status.closing_gracefully")


@pytest.fixture
def unclosable(monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(Made, "made", [])
    monkeypatch.setattr(Made, "start", None)
    for name in ("LocalCluster", "Client"):
        monkeypatch.setattr(distributed, name, Made)
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado", "tornado.application", "asyncio")]
    levels = [logger.level for logger in loggers]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, Terminated])
def test_nothing_of_what_cannot_be_closed_in_order_is_told(stop, unclosable, caplog):
    with pytest.raises(stop), _local(2):
        raise stop
    assert [one.closed for one in Made.made] == [True, True]
    assert caplog.records == []


def test_sigterm_waits_until_the_cluster_is_made(unclosable, monkeypatch):
    monkeypatch.setattr(Made, "start", lambda _: signal.raise_signal(signal.SIGTERM))
    with termination() as ending, pytest.raises(Terminated), _local(2):
        raise AssertionError
    assert ending.came
    assert [one.closed for one in Made.made] == [True, True]


LONG = ("octal", "--digits", "2", "--heaps", "12000")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    directory = tmp_path_factory.mktemp("undisturbed") / "out"
    invoke(*LONG, "--workers", 0, "--out", directory)
    return rows(directory)


@pytest.mark.slow
def test_a_survey_that_is_killed_goes_on_with_nothing_lost_and_nothing_twice(tmp_path, undisturbed):
    out = tmp_path / "out"
    kept = 0
    for _ in range(3):
        process = start_command(*LONG, "--workers", "0", "--out", out)
        wait_for_file(out, last_number(out) + 1, process)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        there = len(rows(out))
        assert there > kept  # what was written before is still there
        kept = there
    data = json.loads(invoke(*LONG, "--workers", 0, "--out", out, "--json"))
    assert data["done_now"] == 128 - kept
    assert rows(out) == undisturbed


@pytest.mark.slow
def test_ctrl_c_ends_processes_cleanly_and_says_how_to_go_on(tmp_path, undisturbed):
    pytest.importorskip("distributed")
    out = tmp_path / "out"
    process = start_command(*LONG, "--workers", "2", "--out", out)
    wait_for_file(out, 3, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "interrupted: " in errors
    assert "the same command goes on from there" in errors
    assert "Traceback" not in errors
    invoke(*LONG, "--workers", 0, "--out", out)
    assert rows(out) == undisturbed


@pytest.mark.slow
def test_a_survey_of_which_a_worker_is_killed_ends_as_the_undisturbed_one(tmp_path, undisturbed):
    pytest.importorskip("distributed")
    import psutil

    out = tmp_path / "out"
    process = start_command(*LONG, "--workers", "4", "--out", out)
    wait_for_file(out, 2, process)
    workers = [p for p in psutil.Process(process.pid).children(recursive=True) if "spawn_main" in " ".join(p.cmdline())]
    assert len(workers) == 4
    workers[1].kill()
    assert process.poll() is None
    time.sleep(0.1)
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert output.startswith("128 games of ")
    assert rows(out) == undisturbed


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 2])
def test_sigterm_ends_a_survey_without_noise(tmp_path, workers):
    pytest.importorskip("distributed")
    out = tmp_path / "out"
    process = start_command(*LONG, "--workers", workers, "--out", out)
    wait_for_file(out, 1, process)
    process.terminate()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 143, errors
    assert errors.strip().splitlines()[-1].startswith("interrupted: ")
    assert "resource_tracker" not in errors


def command_of(process):
    """The command of a process; nothing of one that has ended and is not buried yet."""
    import psutil

    try:
        return " ".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return ""


@pytest.mark.slow
def test_a_machine_too_busy_to_end_its_workers_in_time_loses_nothing(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    import psutil

    def never(*_, **__):
        raise TimeoutError

    before = set(psutil.Process().children(recursive=True))
    with monkeypatch.context() as patch:
        patch.setattr(distributed.LocalCluster, "close", never)
        done = run(small(), tmp_path / "out", workers=1)
    assert done.now == 16
    left = [one for one in set(psutil.Process().children(recursive=True)) - before if "spawn_main" in command_of(one)]
    assert not left
