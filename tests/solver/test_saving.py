"""Tables in files: saved, loaded, gone on from; and files that are not what they say."""

import errno
import json
import os
import time

import pytest
from click.testing import CliRunner

from grundy import GrundyError, expression, ruleset, successors, table
from grundy.cli.table import table as command
from grundy.rules.positions import Region
from grundy.solver import TableError, load_table, saving, store, verifying
from grundy.solver.packed import Packed, narrowest, packed
from grundy.solver.tables import Table

TEXTS = [
    ("kayles", 60, 90), ('octal("0.6")', 300, 700), ('hexadecimal("0.8")', 30, 50), ("grundy_game", 60, 90),
    ("wythoff", 12, 20), ("rook", 12, 20), ("euclid", 8, 12), ("fibonacci_nim", 20, 40), ("take_a_square", 50, 90),
    ("moore(2)[:, :, :]", 3, 4), ("blackboard(3)", 20, 30), ("n -> n-t where t not in {1, 4}", 30, 60),
    ("a, b -> a-t, b where b >= 2 | a, b-1", 9, 14), ("blocking(wythoff, 2)", 6, 8), ("bash(4)", 20, 30),
    ("race(2, 9, 100)", 50, 90),
]  # fmt: skip


def rules_of(text):
    return ruleset(text) if "->" in text else expression(text)


@pytest.mark.parametrize(("text", "small", "large"), TEXTS)
def test_saved_loaded_and_gone_on(text, small, large, tmp_path):
    rules, path = rules_of(text), tmp_path / "a.table"
    first = table(rules, small, laws=False)
    first.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["a.table"]
    loaded = load_table(path, rules)
    assert (loaded.region, loaded.play, loaded.about, loaded.by) == (first.region, first.play, first.about, "file")
    assert loaded.values == first.values
    assert load_table(path).ruleset == rules
    assert table(rules, large, known=loaded).values == table(rules, large, laws=False).values
    assert table(loaded.region, known=loaded).flat == first.flat


@pytest.mark.parametrize("text", ["kayles", "wythoff", "euclid", "nim"])
def test_misere_tables(text, tmp_path):
    rules, path = rules_of(text), tmp_path / "m.table"
    first = table(rules, 6, misere=True)
    first.save(path)
    loaded = load_table(path)
    assert table(rules, 9, misere=True, known=loaded).values == table(rules, 9, misere=True).values
    with pytest.raises(GrundyError, match="of misère play, not of normal play"):
        table(rules, 9, known=loaded)


def test_what_is_known_is_not_computed_again(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "_CHUNK", 1000)
    path = tmp_path / "o.table"
    rules, told = expression('octal("0.6")'), []
    table(rules, 900).save(path)
    found = table(rules, 910, known=load_table(path), progress=lambda done, _: told.append(done))
    assert told[0] >= 901
    assert found.flat == table(rules, 910).flat


def test_inside_a_known_table(tmp_path):
    path = tmp_path / "w.table"
    table(expression("wythoff[:20, :20]")).save(path)
    loaded = load_table(path)
    for text in ("wythoff[3:9, 5:12]", "wythoff[4, 3:7]", "wythoff[7, 7:8]"):
        assert table(expression(text), known=loaded).values == table(expression(text)).values
    path = tmp_path / "k.table"
    table(expression("kayles[50:90]")).save(path)
    loaded = load_table(path)
    found = table(expression("kayles[60:70]"), known=loaded)
    assert (found.flat, found.by) == (table(expression("kayles[60:70]"), laws=False).flat, "file")
    found = table(expression("kayles[:95]"), known=loaded)  # begins elsewhere: nothing to go on from
    assert (found.flat, found.by) == (table(expression("kayles[:95]"), laws=False).flat, "table")


def test_another_game_is_refused(tmp_path):
    path = tmp_path / "k.table"
    table(expression("kayles"), 20).save(path)
    with pytest.raises(TableError, match="holds kayles, not wythoff"):
        load_table(path, expression("wythoff"))
    with pytest.raises(GrundyError, match="is of kayles, not of bash"):
        table(expression("bash(3)"), 9, known=load_table(path))
    table(expression("wythoff"), 9).save(path)
    same = ruleset("x, y -> x-s, y | x, y-s | x-s, y-s")  # other names, the same rules
    assert load_table(path, same).ruleset.text == same.text


def test_functions_have_no_text(tmp_path):
    found = table(successors(lambda n: [n - 1] if n else []), 5)
    with pytest.raises(GrundyError, match=r"no file of a table of .*: a file names its rules by their text"):
        found.save(tmp_path / "x")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "s.table"
    table(expression('octal("0.6")'), 100).save(path)
    return path


def test_damage_is_seen(saved):
    whole = saved.read_bytes()
    for length in range(0, len(whole), 3):
        saved.write_bytes(whole[:length])
        with pytest.raises(TableError, match=r"cut short|no table"):
            load_table(saved)
    for place in range(0, len(whole), 3):
        if whole[:place].count(b"\n") == 1 and whole[place : place + 1] in b' "':
            continue  # spaces of the JSON, and names of keys, are told apart below
        saved.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(TableError):
            load_table(saved)
    saved.write_bytes(whole + b"\0")
    with pytest.raises(TableError, match="too long"):
        load_table(saved)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no table"),
        (b"\0" * 300, "no table"),
        (b"grundy table 2\n{}\n", "format 2, of another version"),
        (b"grundy table 1\n", "cut short"),
        (b"grundy table x\n{}\n", "first line does not end with the number of a format"),
        (b"grundy table " + b"9" * 60 + b"\n{}\n", "first line"),
        (b"grundy table 1\nnull\n", "does not describe"),
        (b"grundy table 1\n" + b"[" * 100_000 + b"\n", "does not describe"),
        (b"grundy table 1\n{}\n", "does not describe"),
    ],
)
def test_other_files(tmp_path, content, message):
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(TableError, match=message):
        load_table(path)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("axes", [[0, 100]], "too long"),
        ("axes", [[0, 10**12]], "cut short"),
        ("axes", [[0, 101], [0, 1]], "damaged"),
        ("axes", [[0, "101"]], "does not describe"),
        ("axes", [[5, 5]], "does not describe"),
        ("axes", [[0, 10**4000]] * 3, "does not describe"),
        ("axes", [[-1, 100]], "damaged"),
        ("fixed", [1], "does not describe"),
        ("fixed", [True], "does not describe"),
        ("play", "odd", "does not describe"),
        ("bytes", 3, "does not describe"),
        ("ruleset", "n -> n", "does not know"),
        ("ruleset", 'octal("0.77")', "says|does not know"),
        ("ruleset", "__import__('os')", "does not know"),
        ("rules", "exit.py:x", None),
        ("about", "outcome", "describes no table of these rules"),
        ("bytes", True, "does not describe"),
    ],
)
def test_heads_that_are_made_up(saved, key, value, message):
    first, second, data = saved.read_bytes().split(b"\n", 2)
    head = {**json.loads(second), key: value}
    head["sha256"] = saving._hash(head, data)
    saved.write_bytes(b"\n".join([first, json.dumps(head).encode(), data]))
    if message is None:
        assert load_table(saved).ruleset == expression('octal("0.6")')
        return
    with pytest.raises(TableError, match=message):
        load_table(saved)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("n -> n-t where t in squares", "about", "outcome"),
        ("wythoff", "about", "outcome"),
        ("blocking(wythoff, 2)", "about", "grundy"),
        ("blocking(wythoff, 2)", "play", "misere"),
    ],
)
def test_outcomes_are_only_of_rules_without_values(text, key, value, tmp_path):
    path = tmp_path / "x.table"
    table(rules_of(text), 9).save(path)
    first, second, data = path.read_bytes().split(b"\n", 2)
    head = {**json.loads(second), key: value}
    head["sha256"] = saving._hash(head, data)
    path.write_bytes(b"\n".join([first, json.dumps(head).encode(), data]))
    for rules in (None, rules_of(text)):
        with pytest.raises(TableError, match="describes no table of these rules"):
            load_table(path, rules)
    wrong = Table(Region(ruleset("n -> n-t"), (range(3),), (False,)), ("P", "N", "N"), "normal", "search", "outcome")
    with pytest.raises(GrundyError, match="entries of the kind outcome"):
        table(wrong.ruleset, 9, known=wrong)


def test_a_file_that_names_its_rules_falsely_says_both(saved):
    first, second, data = saved.read_bytes().split(b"\n", 2)
    head = {**json.loads(second), "ruleset": 'octal("0.7")'}
    head["sha256"] = saving._hash(head, data)
    saved.write_bytes(b"\n".join([first, json.dumps(head).encode(), data]))
    with pytest.raises(TableError, match=r'damaged: it says octal\("0.6"\), and describes octal\("0.7"\)'):
        load_table(saved, expression('octal("0.6")'))


def forged(path, change):
    """Write the file again with other values and a hash that is right for them."""
    first, second, data = path.read_bytes().split(b"\n", 2)
    head = json.loads(second)
    data = change(bytearray(data))
    head["sha256"] = saving._hash(head, bytes(data))
    path.write_bytes(b"\n".join([first, json.dumps(head).encode(), bytes(data)]))


def one_more(place):
    def change(data):
        data[place] += 1
        return data

    return change


@pytest.mark.parametrize("text", ['octal("0.6")', "wythoff", "euclid", "grundy_game", "blocking(wythoff, 2)"])
def test_forged_values_of_small_tables_are_found_by_the_options(text, tmp_path):
    path = tmp_path / "f.table"
    table(rules_of(text), 20).save(path)
    forged(path, (lambda d: bytes([*d[:9], 1 - d[9], *d[10:]])) if "blocking" in text else one_more(9))
    with pytest.raises(TableError, match=r"is wrong: it says .* for .*, but by the values of its options"):
        load_table(path)


@pytest.mark.parametrize("text", ['octal("0.6")', "kayles", "grundy_game"])
def test_many_forged_values_of_large_tables_are_found(text, tmp_path, monkeypatch):
    monkeypatch.setattr(saving, "LARGE", 1000)
    path = tmp_path / "f.table"
    rules = rules_of(text)
    table(rules, 1500, laws=False).save(path)
    assert isinstance(load_table(path).flat, Packed)
    forged(path, lambda data: bytes(x ^ (i % 7 == 3) for i, x in enumerate(data)))
    with pytest.raises(TableError, match="is wrong"):
        load_table(path)


def test_a_huge_value_is_looked_at_first(tmp_path, monkeypatch):
    monkeypatch.setattr(saving, "LARGE", 100)
    monkeypatch.setattr(verifying, "ENTRIES", 0)
    path = tmp_path / "f.table"
    table(expression("kayles"), 500, laws=False).save(path)
    forged(path, one_more(400))
    forged(path, lambda data: bytes([*data[:77], 255, *data[78:]]))
    with pytest.raises(TableError, match=r"255 for kayles\[77\]"):
        load_table(path)


# ---------------------------------------------------------------- writing


def test_a_full_disk_leaves_the_old_file(saved, monkeypatch):
    before = saved.read_bytes()

    def full(number):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TableError, match=r"cannot save the table to .*s\.table: No space left on device"):
        table(expression('octal("0.6")'), 200).save(saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_no_permission_and_no_directory(tmp_path):
    found = table(expression("nim"), 3)
    with pytest.raises(TableError, match=r"cannot save the table to .*: No such file or directory"):
        found.save(tmp_path / "none" / "x")
    for place in (tmp_path, "/dev/null"):
        with pytest.raises(TableError, match=r"cannot save the table to .*: it is no ordinary file"):
            found.save(place)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    found.save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert load_table(tmp_path / "real").flat == found.flat
    with pytest.raises(TableError, match=r"cannot read .*: No such file"):
        load_table(tmp_path / "none")
    with pytest.raises(TableError, match=r"cannot read .*: Is a directory"):
        load_table(tmp_path)


def test_files_that_cannot_be_written_are_refused_before_the_work(tmp_path, monkeypatch):
    from grundy.solver import tabling

    monkeypatch.setattr(tabling, "table", lambda *_, **__: pytest.fail("the table was computed"))
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    for path, message in (
        ("/dev/null", "no ordinary file"),
        ("/dev/full", "no ordinary file"),
        (tmp_path / "fifo", "no ordinary file"),
        (tmp_path / ("x" * 300), "File name too long"),
        (tmp_path / "ring", "oop"),
    ):
        done = run("kayles", "--to", 9, "--save", path)
        assert isinstance(done.exception, GrundyError)
        assert message in done.exception.message


def test_a_long_name_that_a_file_can_have_is_written(tmp_path):
    path = tmp_path / ("x" * 255)
    table(expression("nim"), 3).save(path)
    assert load_table(path).values == [0, 1, 2, 3]


def test_the_command_replaces_nothing_that_would_be_lost(tmp_path):
    other, path = tmp_path / "letter", tmp_path / "k.table"
    other.write_text("Dear Sir")
    table(expression("kayles"), 50).save(path)
    for file, rules, options, message in (
        (other, "kayles", ["--to", 99], "no table that grundy saved"),
        (path, "octal('0.6')", ["--to", 99], "holds a table of kayles"),
        (path, "kayles", ["--to", 99, "--misere"], "holds a table of kayles"),
        (path, "kayles", ["--to", 49], r"holds entries that kayles[:50] has not: load it, too"),
        (path, "kayles[20:99]", [], "holds entries that kayles[20:99] has not"),
    ):
        before = file.read_bytes()
        done = run(rules, *options, "--save", file)
        assert isinstance(done.exception, TableError)
        assert message in done.exception.message
        assert file.read_bytes() == before
    for options, size in ((["--to", 60], 61), (["--to", 30, "--load", path], 61)):
        assert run("kayles", *options, "--save", path).exit_code == 0
        assert len(load_table(path).flat) == size
    path.write_bytes(path.read_bytes()[:40])  # a file cut short has nothing to lose
    assert run("kayles", "--to", 5, "--save", path).exit_code == 0
    (tmp_path / "empty").touch()
    assert run("kayles", "--to", 5, "--save", tmp_path / "empty").exit_code == 0


def test_values_above_64_bits(tmp_path):
    found = table(expression(f"nim[{2**64}:{2**64 + 3}]"))
    with pytest.raises(GrundyError, match="64 bits"):
        found.save(tmp_path / "x")
    large = table(expression(f"nim[{2**40}:{2**40 + 3}]"))
    large.save(tmp_path / "x")
    assert load_table(tmp_path / "x").flat == large.flat


def test_packed_numbers_are_like_a_tuple():
    numbers = Packed(narrowest(range(300)))
    assert numbers == tuple(range(300)) == numbers
    assert tuple(range(300)) == numbers
    assert numbers != tuple(range(299))
    assert numbers[5:9] == (5, 6, 7, 8)
    assert hash(numbers) == hash(tuple(range(300)))
    assert numbers.index(7) == 7
    assert repr(numbers[:2]) == "(0, 1)"
    assert packed(narrowest([1, 2])) == (1, 2)
    assert [narrowest([0, n]).typecode for n in (255, 256, 65536, 1 << 32)] == ["B", "H", "I", "Q"]


# ---------------------------------------------------------------- the command


def run(*arguments):
    return CliRunner().invoke(command, [*map(str, arguments)])


def test_the_command_saves_and_loads(tmp_path):
    path = tmp_path / "k.table"
    done = run('octal("0.6")', "--to", 30, "--save", path)
    assert (done.exit_code, done.stderr) == (0, f'saved: {path}, octal("0.6")[:31]\n')
    assert run('octal("0.6")', "--load", path).stdout == done.stdout.replace("by table", "by file")
    longer = run('octal("0.6")', "--load", path, "--to", 60, "--save", path)
    assert longer.stdout == run('octal("0.6")', "--to", 60).stdout.replace("by table", "by file")
    shorter = run('octal("0.6")', "--load", path, "--to", 20, "--save", path)  # keeps what it has
    assert shorter.stderr == f'saved: {path}, octal("0.6")[:61]\n'
    assert json.loads(run('octal("0.6")', "--load", path, "--json").stdout)["by"] == "file"


def test_the_command_refuses_before_the_work(tmp_path):
    started = time.perf_counter()
    for arguments in (["--save", tmp_path / "none" / "x"], ["--save", tmp_path], ["--load", tmp_path / "none"]):
        done = run('octal("0.6")', "--to", 10**8, *arguments)
        assert isinstance(done.exception, GrundyError)
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize("stop", [KeyboardInterrupt, None])
def test_what_was_computed_is_saved_when_it_is_stopped(tmp_path, monkeypatch, stop):
    from grundy.solver import tabling

    monkeypatch.setattr(store, "_CHUNK", 2000)
    path, real = tmp_path / "x.table", tabling.table
    calls = []

    def progress(done, total):
        calls.append(done)
        if len(calls) == 4 and stop is not None:
            raise stop

    monkeypatch.setattr(tabling, "table", lambda *a, **k: real(*a, **{**k, "progress": progress}))
    text = "n -> n-t where t in {2, 7, 31, 37}"
    done = run(text, "--to", 90_000, "--save", path, "--csv", *([] if stop else ["--work", 100_000]))
    loaded = load_table(path)
    count = len(loaded.flat)
    assert 400 < count < 90_000
    assert f"saved: {path}, {loaded.region}" in done.stderr
    assert done.stdout == ""  # what is saved is not printed, too
    if stop:
        assert done.exit_code == 130
    monkeypatch.undo()
    assert table(ruleset(text), count + 50, known=loaded).flat == table(ruleset(text), count + 50).flat
