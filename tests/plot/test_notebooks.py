"""The notebooks of the documentation: their cells are run again, and show what is stored in them."""

import ast
import io
import json
import re
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2] / "docs" / "notebooks"
NAMES = sorted(file.stem for file in HOME.glob("*.ipynb"))
DISPLAYS = {"text/html": "_repr_html_", "text/latex": "_repr_latex_"}


def cells(name, kind):
    notebook = json.loads((HOME / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) >= (4, 5)
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def source(cell):
    return "".join(cell["source"])


def run(code, names):
    """What a cell prints, and the value of the expression at its end (None where there is none)."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def tight(text):
    """A text without spaces: notebooks break long ones into lines."""
    return re.sub(r"\s+", "", "".join(text))


def check(output, printed, value):
    if output["output_type"] == "stream":
        assert "".join(output["text"]) == printed
        return
    assert output["output_type"] == "execute_result"
    data = output["data"]
    if "image/png" in data:
        assert type(value).__name__ == "Drawing"
    elif "text/plain" in data:
        assert tight(data["text/plain"]) == tight(repr(value))
    for kind, method in DISPLAYS.items():
        if kind in data:
            assert "".join(data[kind]) == getattr(value, method)()


@pytest.mark.slow
@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `plot` is not installed")
@pytest.mark.parametrize("name", NAMES)
def test_the_cells_show_what_is_stored(name, monkeypatch):
    names = {"__name__": "__main__"}
    for cell in cells(name, "code"):
        printed, value = run(source(cell), names)
        shown = bool(printed) + (value is not None)
        assert len(cell["outputs"]) == shown, source(cell)
        for output in cell["outputs"]:
            check(output, printed, value)


@pytest.mark.parametrize("name", NAMES)
def test_all_cells_were_run_in_order_and_hold_nothing_that_varies(name):
    found = cells(name, "code")
    assert [cell["execution_count"] for cell in found] == list(range(1, len(found) + 1))
    stored = json.dumps([cell["outputs"] for cell in found])
    assert not re.search(r"0x[0-9a-f]{6,}|\bseconds=|[0-9]\.[0-9]+ s\b|/home/|/tmp/", stored)
    without_pictures = re.sub(r'"image/png": "[^"]*"', "", stored)
    assert not re.search(r"(?<=[\s'\"(;=])/[a-z]+/", without_pictures)  # a path of the machine


@pytest.mark.parametrize("name", NAMES)
def test_the_words_between_the_cells_are_short_of_lines_and_whole(name):
    texts = [source(cell) for cell in cells(name, "markdown")]
    assert texts[0].startswith("# ")
    assert all(text.count("<details>") == text.count("</details>") for text in texts)
