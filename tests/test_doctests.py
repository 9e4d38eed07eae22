"""The doctests of the installed package, and the examples of the README and the documentation."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import grundy

ROOT = Path(__file__).resolve().parent.parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
FENCE = re.compile(r"^[ \t]*(```|~~~|:::).*$", re.MULTILINE)  # a closing one would be read as expected output
OF_EXTRAS = {"docs/plots.md": "matplotlib"}  # pages whose examples need more than the core
NOT_RUN = {"grundy.__main__"}  # importing it would start the program


def modules():
    found = [grundy.__name__]
    found += [m.name for m in pkgutil.walk_packages(grundy.__path__, "grundy.") if m.name not in NOT_RUN]
    return found


def pages():
    candidates = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [p.relative_to(ROOT).as_posix() for p in candidates if p.exists() and "_build" not in p.parts]


def test_the_package_that_is_tested_is_found():
    assert "grundy.kernels.linear" in modules()


@pytest.mark.parametrize("name", modules())
def test_examples_of_a_module_are_right(name):
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if (missing.name or "grundy").split(".")[0] == "grundy":
            raise
        pytest.skip(f"{name} needs {missing.name}, of an extra that is not installed")
    outcome = doctest.testmod(module, optionflags=FLAGS)
    assert outcome.failed == 0


@pytest.mark.parametrize("name", pages())
def test_examples_of_a_page_are_right(name, monkeypatch, tmp_path):
    if name in OF_EXTRAS:
        pytest.importorskip(OF_EXTRAS[name])
    monkeypatch.chdir(tmp_path)  # an example that writes a file writes it there
    text = FENCE.sub("", (ROOT / name).read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(examples).failed == 0
