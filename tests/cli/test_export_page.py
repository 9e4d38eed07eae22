"""``grundy export-page`` as people meet it."""

import sys

import pytest

from grundy.cli import main


@pytest.fixture
def grundy(monkeypatch, capsys, tmp_path):
    """Run a command in this process, in a directory of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["grundy", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


def test_page_is_written_and_said_to_be(grundy, tmp_path):
    status, out, err = grundy("export-page", "wythoff[4, 6]", "-o", "game.html", "--hints", "all")
    assert (status, out) == (0, "")
    assert err.startswith("game.html: 35 components, ")
    html = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert '"hints":"all"' in html


def test_page_goes_to_standard_output_where_it_is_told_to(grundy):
    status, out, err = grundy("export-page", "nim[1, 2]", "-o", "-", "--lang", "zh", "--misere", "--first", "machine")
    assert (status, err) == (0, "")
    assert '<html lang="zh-Hans">' in out
    assert '"misere":true,"first":"machine","second":"person"' in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nim[3, 5]",), "-o"),
        (("nim[3, 5]", "-o", "nowhere/game.html"), "there is no directory nowhere"),
        (("nim[3, 5]", "-o", "."), "is a directory"),
        (("nim[3, 5", "-o", "game.html"), "expected"),
        (("nim", "-o", "game.html"), "expected a position"),
        (("nim[3, 5]", "-o", "game.html", "--lang", "fr"), "no texts in the language 'fr'; there are en, zh"),
        (("nim[3, 5]", "-o", "game.html", "--strength", "2"), "0<=x<=1"),
        (("wythoff[1000, 1500]", "-o", "game.html"), "take a smaller position, such as wythoff["),
        (("blocking(wythoff, 2)[3, 4]", "-o", "game.html"), "blocking"),
    ],
)
def test_errors_are_short_and_nothing_is_written(grundy, tmp_path, arguments, said):
    status, out, err = grundy("export-page", *arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []
