import json
import os
import signal
import subprocess
import time

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

from grundy.cli.survey import _count, survey
from grundy.rules.errors import GrundyError
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
        (["octal", "--heaps", "many"], "expected a number such as 100000 or 1e5 for --heaps, not 'many'"),
        (["octal", "--heaps", "0"], "at least 1"),
        (["octal", "--heaps", "1e12"], "at most"),
        (["octal", "--work", "-4"], "expected a number"),
        (["octal", "--digits", 0], "size of 1 to 64"),
        (["octal", "--digits", 12], "more than"),
        (["bash"], "--param m=1..20"),
        (["bash", "--param", "m"], "expected --param NAME=RANGE"),
        (["bash", "--param", "m=1..3", "--param", "m=4"], "given twice"),
        (["bash", "--param", "m=3..1"], "range such as"),
        (["n -> n+1"], "end"),
        (["octal", "--workers", 2, "--scheduler", "tcp://127.0.0.1:1"], "--workers is for processes"),
        (["octal", "--workers", -1], "-1"),
    ],
)
def test_what_is_no_survey_is_said(arguments, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert text in said(*arguments)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "number"),
    [("100000", 10**5), ("1e5", 10**5), ("1E5", 10**5), ("10**4", 10**4), ("2^10", 1024), ("100_000", 10**5)],
)
def test_numbers_are_written_in_several_ways(text, number):
    assert _count("heaps", text) == number


@pytest.mark.parametrize("text", ["", "1e", "e5", "1.5", "-1", "1e400", "0x10", "1e5e5"])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(GrundyError):
        _count("heaps", text)


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
    left = set(psutil.Process().children(recursive=True)) - before
    assert not [one for one in left if "spawn_main" in " ".join(one.cmdline())]
