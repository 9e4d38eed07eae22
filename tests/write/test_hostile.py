"""Texts of others in programs: they stand in comments and in texts that are printed, and nowhere else."""

import json
import subprocess
import sys
import tokenize
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.write.running import COMPILER, needs_compiler

from grundy.games import rules
from grundy.report.coding import law_of_family, law_of_rules
from grundy.rules.errors import CertificateError, GrundyError
from grundy.write.cpp import cpp_program
from grundy.write.problems import Format, problem_program
from grundy.write.program import LARGEST, Piece, Program, commented
from grundy.write.python import python_program
from grundy.write.replies import program_of

NIM = {"kind": "window", "least": 0, "lower": []}
HOSTILE = [
    "*/ int x = system(0); /*",
    "a\nimport os\nb",
    "a\rimport os",
    "a\x0b\x0c\x1c\x85\u2028\u2029import os",
    "ends with \\",
    "ends with \\   ",
    "\\\nint main() {}",
    "trigraph ??/",
    "trigraph ???/",
    "-*- coding: utf-7 -*- +AAo-import os",
    "vim: set fileencoding=utf-7 :",
    "bidirectional \u202e\u2066 text \u2069",
    "nul \0 and escape \x1b[31m",
    "é ∞ 数 \U0001f600",
    "lone surrogate \udc80",
    '""" and \'\'\' and "',
    "#include </etc/passwd>",
    '"); std::abort(); //',
    "%s %d {0} {x}",
    "",
]


def program(notes):
    functions = '\ndef answer(heaps: Heaps) -> str:\n    """The sum."""\n    return str(heaps[0] + 1)\n'
    return Program(tuple(notes), (), functions)


def plain(text):
    """Whether a text is lines of printable ASCII."""
    return all(line.isascii() and line.isprintable() for line in text.split("\n"))


def code_of(text):
    """The lines of a program that are no comments."""
    return [line for line in text.split("\n") if not line.startswith(("//", "#")) or line.startswith("#include")]


@given(st.lists(st.one_of(st.sampled_from(HOSTILE), st.text()), max_size=4))
def test_comments_hold_any_text(notes):
    for sign in ("//", "#"):
        lines = commented(notes, sign)
        assert all(line.startswith(sign) and plain(line) and "\\" not in line and "??" not in line for line in lines)
    assert code_of(cpp_program(program(notes))) == code_of(cpp_program(program([])))
    text = python_program(program(notes))
    assert code_of(text) == code_of(python_program(program([])))
    assert not any("coding:" in line or "coding=" in line for line in text.split("\n")[:2])
    comments = [t for t in tokenize.generate_tokens(StringIO(text).readline) if t.type == tokenize.COMMENT]
    assert len(comments) == len(commented(notes, "#"))


def test_python_programs_with_hostile_notes_run(tmp_path):
    for i, note in enumerate(HOSTILE):
        path = tmp_path / f"{i}.py"
        path.write_bytes(python_program(program([note, note])).encode("ascii"))
        done = subprocess.run([sys.executable, path], input=b"41\n", capture_output=True, check=False)
        assert (done.stdout, done.stderr) == (b"42\n", b""), note


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("standard", ["c++17", "gnu++17"])
def test_cpp_programs_with_hostile_notes_compile_without_warnings(tmp_path, standard):
    source = tmp_path / "program.cpp"
    source.write_bytes(cpp_program(program(HOSTILE)).encode("ascii"))
    flags = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic-errors", f"-std={standard}"]
    done = subprocess.run(
        [COMPILER, *flags, "-o", tmp_path / "program", source], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert subprocess.run([tmp_path / "program"], input=b"41\n", capture_output=True, check=True).stdout == b"42\n"


def problem(text):
    template = ((text, text), ("n",))
    return Format((("n", None), ("k", None)), "nim[n]", template, template, (("n == 7", template),))


PRINTED = [text.encode("utf-8", "replace").decode() for text in HOSTILE]


def test_python_programs_print_any_text(tmp_path):
    for i, text in enumerate(PRINTED):
        path = tmp_path / f"{i}.py"
        path.write_text(python_program(problem_program(problem(text), lambda _: NIM)), encoding="utf-8")
        done = subprocess.run([sys.executable, "-X", "utf8", path], input=b"5 1 7 1", capture_output=True, check=False)
        assert done.stderr == b""
        assert done.stdout.decode() == f"{text}5{text}\n{text}7{text}\n"


@pytest.mark.slow
@needs_compiler
def test_cpp_programs_print_any_text(tmp_path):
    """All texts in one program: the exceptions of a problem print them."""
    exceptions = tuple((f"n == {i}", ((text, text), ("k",))) for i, text in enumerate(PRINTED))
    whole = Format((("n", None), ("k", None)), "nim[n]", (("N",), ()), (("P",), ()), exceptions)
    source = tmp_path / "program.cpp"
    source.write_text(cpp_program(problem_program(whole, lambda _: NIM)), encoding="utf-8")
    done = subprocess.run(
        [COMPILER, "-Wall", "-Wextra", "-std=c++17", "-o", tmp_path / "program", source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    given = " ".join(f"{i} 9" for i in range(len(PRINTED)))
    done = subprocess.run([tmp_path / "program"], input=given.encode(), capture_output=True, check=True)
    assert done.stdout.decode() == "".join(f"{text}9{text}\n" for text in PRINTED)


NAMES = ["int", "template", "main", "answer", "heaps", "std", "linux", "rows", "ends", "cout", "None", "print", "NULL"]
NAMES += ["__n__", "WEIGHTS", "grundy_1", "option", "errno", "wide", "I", "move", "list", "len", "assert", "signal"]


@pytest.mark.parametrize("language", ["python", pytest.param("cpp", marks=[pytest.mark.slow, needs_compiler])])
def test_heaps_and_variables_may_have_any_names(language, run):
    for i in range(0, len(NAMES) - 2, 3 if language == "python" else 9):
        a, b, t = NAMES[i : i + 3]
        text = f"{a}, {b} -> {a}-{t}, {b} | {a}, {b}-{t} | {a}-{t}, {b}-{t}"
        try:
            ruleset = rules(text)
        except GrundyError:
            continue
        written, _ = program_of(ruleset, {"kind": "beatty", "r": 1}, "option", (str(ruleset),))
        assert run(written, language, [(3, 5), (4, 4)])[0] == "P"
        written, _ = program_of(ruleset, None, "option", (str(ruleset),))
        assert run(written, language, [(3, 5), (4, 4)])[0] == "P"


def certificate(**changes):
    law = {"kind": "window", "least": 0, "lower": [[1, "-p1", 1]]} | changes.pop("law", {})
    found = {
        "format": "grundy law",
        "version": 1,
        "rules": {"text": "h1 -> h1-v1 where v1 <= p1", "parameters": ["p1"], "domain": {"p1": 0}},
        "law": law,
        "evidence": "checked",
        "checked_to": 5,
    }
    return found | changes


@pytest.mark.parametrize(
    "law",
    [
        {"lower": [[1, "__import__('os').system('true')", 1]]},
        {"least": "p1);import os;(p1"},
        {"kind": "periodic", "preperiod": 0, "period": 1, "saltus": 0, "values": ["__import__('os')"]},
        {"kind": "scaling", "low": "p1", "high": "p1", "goal": "system(p1)"},
        {"kind": "beatty", "r": "1 or 1"},
    ],
)
def test_laws_of_files_hold_no_code(law, tmp_path):
    path = tmp_path / "law.json"
    data = certificate(law=law)
    if law.get("kind"):
        data["law"] = {"least": 0} | law if law["kind"] == "periodic" else law
    path.write_text(json.dumps(data))
    with pytest.raises(CertificateError):
        law_of_family(rules("bash"), [path])


def test_texts_of_files_stand_in_comments(tmp_path):
    path = tmp_path / "evil\nint x;.json"
    data = certificate(rules="h1 -> h1-v1 where v1 <= 3", law={"lower": [[1, -3, 1]]}, theorem="*/\nimport os \\")
    path.write_text(json.dumps(data | {"method": "\n#include </etc/passwd>"}))
    from grundy.report.coding import code

    found = law_of_rules(rules("bash(3)"), [path])
    text = code(rules("bash(3)"), "cpp", found=found, check=False).text
    assert plain(text)
    assert [line for line in text.split("\n") if "passwd" in line or "import" in line or "int x" in line] == []


def test_only_integers_are_written_as_constants():
    with pytest.raises(TypeError):
        python_program(Program((), (("X", ("1); import os",)),), Piece().functions + program([]).functions))
    assert str(LARGEST) in python_program(Program((), (("X", (LARGEST, 0)),), program([]).functions))
