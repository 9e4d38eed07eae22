import errno
import fcntl
import os

import pytest

pytest.importorskip("pyarrow")

from tests.survey.surveys import files_of, small, without_times

from grundy.survey import results as module
from grundy.survey import running
from grundy.survey.families import Survey
from grundy.survey.results import Results, SurveyError, open_results
from grundy.survey.running import Stopped, run


def rows(directory):
    return without_times(open_results(directory).read().rows.values())


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    directory = tmp_path_factory.mktemp("undisturbed") / "out"
    run(small(), directory, workers=0)
    return rows(directory)


def test_a_survey_has_a_row_for_each_game_in_one_file_at_the_end(tmp_path):
    done = run(small(), tmp_path / "out", workers=0)
    assert sum(done.statuses.values()) == done.now == 16
    assert [row["id"] for row in rows(tmp_path / "out")] == list(range(16))
    assert len(files_of(tmp_path / "out")) == 1
    assert not list((tmp_path / "out").glob(".*.tmp"))


def test_a_complete_survey_does_nothing_again(tmp_path, monkeypatch):
    run(small(), tmp_path / "out", workers=0)
    before = files_of(tmp_path / "out")
    monkeypatch.setattr(running, "examine_all", None)
    assert run(small(), tmp_path / "out", workers=0).now == 0
    assert files_of(tmp_path / "out") == before


@pytest.mark.parametrize("stop", [1, 5, 15])
def test_an_interrupted_survey_goes_on_and_ends_as_the_undisturbed_one(tmp_path, monkeypatch, undisturbed, stop):
    examined = []
    examine_all = running.examine_all

    def counted(survey, some):
        examined.extend(m.id for m in some)
        return examine_all(survey, some)

    def interrupted(survey, some):
        if len(examined) == stop:
            raise KeyboardInterrupt
        return counted(survey, some)

    monkeypatch.setattr(running, "examine_all", interrupted)
    with pytest.raises(Stopped, match=f"{stop} of 16 games are done"):
        run(small(), tmp_path / "out", workers=0)
    assert len(rows(tmp_path / "out")) == stop
    monkeypatch.setattr(running, "examine_all", counted)
    assert run(small(), tmp_path / "out", workers=0).now == 16 - stop
    assert sorted(examined) == list(range(16))  # each once
    assert rows(tmp_path / "out") == undisturbed


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path, monkeypatch, undisturbed):
    written = []
    fsync = os.fsync

    def full(stream):
        written.append(stream)
        if len(written) > 12:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(stream)

    monkeypatch.setattr(module.os, "fsync", full)
    monkeypatch.setattr(running, "_MOMENT", 0)
    with pytest.raises(SurveyError, match=r"No space left on device; [1-9] of 16 games are done and kept"):
        run(small(), tmp_path / "out", workers=0)
    monkeypatch.undo()
    assert not list((tmp_path / "out").glob(".*.tmp"))
    kept = rows(tmp_path / "out")
    assert 1 <= len(kept) < 16
    assert run(small(), tmp_path / "out", workers=0).now == 16 - len(kept)
    assert rows(tmp_path / "out") == undisturbed


def test_files_that_are_merged_while_the_disk_is_full_stay(tmp_path, monkeypatch):
    run(small(), tmp_path / "out", workers=0)
    results = open_results(tmp_path / "out")
    found = results.read()

    def full(*_):
        raise SurveyError("full")

    monkeypatch.setattr(results, "write", full)
    results.merge(list(found.rows.values()), found.files)
    assert files_of(tmp_path / "out") == list(found.files)


@pytest.mark.parametrize("change", ["cut", "flip", "empty", "renamed"])
def test_a_damaged_file_is_put_aside_and_its_games_done_again(tmp_path, undisturbed, change):
    out = tmp_path / "out"
    run(small(), out, workers=0)
    (file,) = files_of(out)
    data = bytearray(file.read_bytes())
    if change == "cut":
        file.write_bytes(data[: len(data) // 2])
    elif change == "flip":
        data[len(data) // 3] ^= 4
        file.write_bytes(data)
    elif change == "empty":
        file.write_bytes(b"")
    else:
        file.rename(out / "rows-00000001-0123456789abcdef.parquet")
    assert len(open_results(out).read().damaged) == 1
    notes = []
    assert run(small(), out, workers=0, note=notes.append).now == 16
    assert "damaged" in notes[0]
    assert len(list(out.glob("*.damaged"))) == 1
    assert rows(out) == undisturbed


def test_only_the_games_of_the_damaged_file_are_done_again(tmp_path, monkeypatch, undisturbed):
    out = tmp_path / "out"
    monkeypatch.setattr(running, "_MOMENT", 0)
    monkeypatch.setattr(Results, "merge", lambda self, rows, files: list(files))
    run(small(), out, workers=0)
    assert len(files_of(out)) == 16
    files_of(out)[7].write_bytes(b"PAR1")
    monkeypatch.undo()
    assert run(small(), out, workers=0).now == 1
    assert rows(out) == undisturbed


def test_what_a_killed_process_left_is_taken_away(tmp_path, undisturbed):
    out = tmp_path / "out"
    out.mkdir()
    (out / ".rows-00000001-0123456789abcdef.parquet.tmp").write_bytes(b"half of")
    run(small(), out, workers=0)
    assert not list(out.glob(".*.tmp"))
    assert rows(out) == undisturbed


def test_rows_of_merged_files_are_not_there_twice(tmp_path, undisturbed):
    out = tmp_path / "out"
    run(small(), out, workers=0)
    results = open_results(out)
    found = results.read()
    results.write(list(found.rows.values())[:7])  # as if it had been killed between merging and taking away
    assert len(files_of(out)) == 2
    assert rows(out) == undisturbed
    assert run(small(), out, workers=0).now == 0
    assert len(files_of(out)) == 1


def test_a_later_row_stands_for_an_earlier_one_of_the_same_game(tmp_path):
    results = Results(tmp_path, small())
    with results.locked():
        for status in ("error", "proved"):
            results.write([{"id": 3, "code": "0.3", "status": status, "seconds": 0.0}])
        assert results.read().rows[3]["status"] == "proved"


def test_many_files_are_merged_on_the_way(tmp_path, monkeypatch, undisturbed):
    monkeypatch.setattr(running, "_MANY_FILES", 3)
    monkeypatch.setattr(running, "_MOMENT", 0)
    run(small(), tmp_path / "out", workers=0)
    assert rows(tmp_path / "out") == undisturbed


def test_another_survey_in_the_directory_is_refused(tmp_path):
    run(small(), tmp_path / "out", workers=0)
    with pytest.raises(SurveyError, match="holds another survey"):
        run(small(heaps=301), tmp_path / "out", workers=0)


@pytest.mark.parametrize(
    ("there", "here", "said"),
    [
        (small(), small(work=77), r"\(--work 20000000000 there, 77 here\)"),
        (small(), small(heaps=301, budget=2.5), r"\(--heaps 300 there, 301 here; --budget 10s there, 2.5s here\)"),
        (small(), Survey("octal", 2, heaps=300), r"\(--digits 1 there, 2 here\)"),
        (small(), Survey("subtraction", 2, heaps=300), r"\(octal --digits 1 --heaps 300\)"),
        (
            Survey("rules", rules="bash", params=(("m", "1..2"),), heaps=9),
            Survey("rules", rules="bash", params=(("m", "1..3"),), heaps=9, least=1),
            r"\(--param m=1..2 there, m=1..3 here; --least none there, 1 here\)",
        ),
    ],
)
def test_what_tells_the_surveys_apart_is_said(tmp_path, there, here, said):
    with Results(tmp_path / "out", there).locked():
        pass
    with pytest.raises(SurveyError, match="holds another survey " + said), Results(tmp_path / "out", here).locked():
        pass


def test_a_directory_with_other_files_is_refused_and_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(SurveyError, match=r"other files \(thesis.tex\)"):
        run(small(), tmp_path, workers=0)
    assert {p.name for p in tmp_path.iterdir()} == {"thesis.tex", ".lock"}


def test_rows_of_another_survey_are_refused(tmp_path):
    run(small(), tmp_path / "a", workers=0)
    run(small(heaps=301), tmp_path / "b", workers=0)
    (file,) = files_of(tmp_path / "b")
    file.rename(tmp_path / "a" / file.name.replace("rows-000000", "rows-000001"))
    with pytest.raises(SurveyError, match="rows of another survey"):
        run(small(), tmp_path / "a", workers=0)


def test_a_damaged_or_missing_description_is_written_again(tmp_path, undisturbed):
    out = tmp_path / "out"
    run(small(), out, workers=0)
    description = out / "survey.json"
    description.write_text("{")
    with pytest.raises(SurveyError, match="damaged"):
        open_results(out)
    assert run(small(), out, workers=0).now == 0
    description.unlink()
    with pytest.raises(SurveyError, match="missing"):
        open_results(out)
    assert run(small(), out, workers=0).now == 0
    assert rows(out) == undisturbed


def test_two_processes_do_not_write_to_one_directory(tmp_path):
    out = tmp_path / "out"
    run(small(), out, workers=0)
    with (out / ".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(SurveyError, match="another process"):
            run(small(), out, workers=0)


def test_a_broken_game_does_not_stop_the_rest_and_is_done_again_on_demand(tmp_path, monkeypatch, undisturbed):
    out = tmp_path / "out"
    examine_all = running.examine_all

    def broken(survey, some):
        return [
            {"id": m.id, "code": m.code, "status": "error", "error": "broken", "seconds": 0.0}
            if m.id == 5
            else examine_all(survey, [m])[0]
            for m in some
        ]

    monkeypatch.setattr(running, "examine_all", broken)
    assert run(small(), out, workers=0).statuses["error"] == 1
    monkeypatch.undo()
    assert run(small(), out, workers=0).now == 0
    assert run(small(), out, workers=0, again=True).now == 1
    assert rows(out) == undisturbed


def test_progress_is_told_from_what_was_done_before_to_the_end(tmp_path):
    told = []
    run(small(), tmp_path / "out", workers=0, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 16)
    assert told[-1] == (16, 16)
    assert told == sorted(told)


def test_sets_are_done_many_at_a_time(tmp_path):
    survey = Survey("subtraction", 5, heaps=100)
    assert run(survey, tmp_path / "out", workers=0).statuses == {"proved": 31}
    assert [row["id"] for row in rows(tmp_path / "out")] == list(range(31))
