"""Pictures by matplotlib: right places, the same bytes each time, quick, and refused before the work."""

import builtins
import time
import warnings
import xml.etree.ElementTree as ET
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from grundy import ruleset, study, table
from grundy.games import expression
from grundy.laws.beatty import BeattyLaw
from grundy.laws.periodic import PeriodicLaw
from grundy.plot import needs
from grundy.plot.maps import slopes
from grundy.plot.picturing import of_study, of_table
from grundy.plot.sequences import _extended, strip_shape
from grundy.rules.errors import GrundyError, LimitExceeded, RuleError, Unsupported
from grundy.solver.tables import Table

pytestmark = pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `plot` is not installed")


def figure(what):
    from grundy.plot.figures import figure as made

    return made(what)


def lines(axes, marker):
    return [line for line in axes.lines if line.get_marker() == marker and len(line.get_xdata())]


@pytest.fixture(scope="module")
def wythoff():
    return study(expression("wythoff"))


@pytest.fixture(scope="module")
def kayles():
    return study(expression('octal("0.77")'))


def test_bars_are_the_values_and_diamonds_the_p_positions():
    found = table(expression("subtraction({1, 3, 8})[:60]"))
    (axes,) = figure(found).axes
    assert [bar.get_height() for bar in axes.patches] == found.values
    (lost,) = lines(axes, "D")
    assert list(lost.get_xdata()) == [n for n, v in enumerate(found.values) if v == 0]
    assert axes.get_ylabel() == "Grundy value"
    assert axes.get_xlabel() == "heap n"


def test_a_heat_map_has_the_first_heap_to_the_right_and_a_dot_on_each_p_position():
    found = table(expression("euclid[1:9, :7]"))
    axes = figure(found).axes[0]
    cells = axes.collections[0].get_array()
    assert cells.shape == (7, 8)
    assert all(cells[j, i] == found.values[i][j] for i in range(8) for j in range(7))
    (lost,) = lines(axes, "o")
    points = set(zip(map(int, lost.get_xdata()), map(int, lost.get_ydata()), strict=True))
    assert points == {(i, j) for i in range(8) for j in range(7) if found.values[i][j] == 0}
    assert axes.get_xticklabels()[0].get_text() == "1"
    assert {t.get_text() for t in axes.texts} >= {str(v) for v in found.flat}


def test_wythoffs_p_positions_lie_along_the_slopes_of_its_law(wythoff):
    picture = of_study(wythoff)
    assert isinstance(picture.law, BeattyLaw)
    assert len(picture.points) == 1 + 2 * 38  # (A(38), B(38)) = (61, 99)
    up, down = slopes(picture.law)
    assert up * down == pytest.approx(1)
    assert all(min(abs(b - up * a), abs(b - down * a)) < 2 for a, b in picture.points)
    axes = figure(wythoff).axes[1]
    assert [t.get_text() for t in axes.get_legend().get_texts()][:2] == ["slope 1.618", "slope 0.618"]


@pytest.mark.parametrize("r", [1, 2, 3, 7])
def test_slopes_are_limits_of_the_pairs(r):
    law = BeattyLaw(r)
    low, high = law.pair(10**6)
    assert slopes(law)[0] == pytest.approx(high / low, rel=1e-5)


def test_a_law_of_another_kind_has_no_slopes(kayles):
    assert slopes(kayles.law) == ()


def test_the_strip_of_kayles_has_its_exceptions_and_no_others(kayles):
    law = of_study(kayles).periodic
    assert (law.period, law.preperiod) == (12, 71)
    exceptions = [n for n in range(law.preperiod) if law.value((n,)) != _extended(law, n)]
    assert exceptions == [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]  # as Winning Ways lists them
    above, below, _ = figure(kayles).axes
    assert above.get_xlabel() == "heap n"
    frames = {(round(p.get_x() + 0.42), round(p.get_y() + 0.42)) for p in below.patches}
    assert frames == {(n % 12, n // 12) for n in exceptions}
    assert [t.get_text() for t in below.texts][:14] == [*list("012314321426"), "4", "1"]


def test_a_strip_takes_off_what_the_saltus_has_added():
    found = study(expression("allbut({1, 2, 5, 7})"))
    picture = of_study(found)
    assert picture.periodic.saltus == 1
    below = figure(found).axes[1]
    assert [t.get_text() for t in below.texts] == list("000111222") * (len(below.texts) // 9)


@pytest.mark.parametrize(
    ("preperiod", "period", "shape"),
    [(0, 1, (8, 3)), (0, 12, (12, 3)), (71, 12, (12, 8)), (3479, 349, None), (3000, 2, (80, 40)), (10**5, 3, None)],
)
def test_the_shape_of_a_strip(preperiod, period, shape):
    values = tuple(range(preperiod + period))
    law = PeriodicLaw(0, preperiod, period, 0, values)
    assert strip_shape(law) == shape


@pytest.mark.parametrize(
    "make",
    [
        lambda: table(expression("nim"), 20, misere=True),
        lambda: table(expression("wythoff[:6, :6]"), misere=True),
        lambda: table(expression("blocking(wythoff, 2)[:9, :9]")),
        lambda: table(expression("blocking(nim, 2)[:9]")),
        lambda: table(expression("wythoff[3, :30]")),
        lambda: table(expression("nim[:1]")),
        lambda: table(expression("nim[:1, :40]")),
        lambda: table(expression("nim[10**30:10**30 + 5]")),
        lambda: table(expression("nim[:3, :3, :3]")),
        lambda: table(expression("nim[:12, :2, 5, :2]")),
        lambda: table(ruleset("x_1, $, b -> x_1-t, $, b".replace("$", "y_2"))[:2, 1, :3]),
        lambda: table(expression("kayles[:3000]")),
        lambda: study(expression("blackboard(2)")),
        lambda: study(expression("race(2, 9, 1000)")),
        pytest.param(lambda: study(expression("blocking(wythoff, 2)")), marks=pytest.mark.slow),
        lambda: study(expression("nim[:, :, :]")),
        lambda: study(ruleset("n -> n-t where " + " or ".join(f"t == {i}" for i in (1, 2, 5, 7, 11)) + " and t >= 1")),
    ],
)
def test_every_kind_of_table_and_study_is_drawn_without_warnings(make, tmp_path):
    from grundy.plot.figures import draw

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        draw(make(), tmp_path / "picture.svg")
    root = ET.parse(tmp_path / "picture.svg").getroot()
    assert root.tag.endswith("svg")


def test_titles_and_captions_say_rules_law_and_evidence(kayles):
    made = figure(kayles)
    assert made.get_suptitle() == 'octal("0.77")'
    assert "proved (method: period): The Grundy values repeat with period 12" in made.get_supxlabel()
    found = table(ruleset("n -> n-t where t in {" + ", ".join(map(str, range(1, 99))) + "}")[:20])
    assert len(figure(found).get_suptitle()) <= 80
    assert figure(found).get_suptitle().endswith("[:20]")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_the_same_table_gives_the_same_bytes(ending, tmp_path):
    from grundy.plot.figures import draw

    files = [tmp_path / f"{i}.{ending}" for i in range(2)]
    for file in files:
        draw(table(expression("nim[:8, :8]")), file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].stat().st_size > 5_000


@pytest.mark.slow
def test_large_tables_are_drawn_in_seconds(tmp_path):
    from grundy.plot.figures import draw

    sides = range(1000)
    tables = [
        Table(expression("nim[:100000]"), tuple(n % 97 for n in range(100_000)), "normal", "table"),
        Table(expression("nim[:1000, :1000]"), tuple(a ^ b for a in sides for b in sides), "normal", "table"),
    ]
    for i, found in enumerate(tables):
        begun = time.process_time()
        draw(found, tmp_path / f"{i}.svg")
        assert time.process_time() - begun < 15
        assert (tmp_path / f"{i}.svg").stat().st_size < 5_000_000


@pytest.mark.parametrize(
    ("region", "why"), [("nim[:2, :2, :2, :2]", "4 axes"), ("nim[:5000, :5000]", "25,000,000 cells")]
)
def test_what_is_no_picture_is_refused(region, why):
    with pytest.raises(Unsupported, match=why):
        needs.require_drawable(expression(region))


def test_values_that_no_axis_can_show_are_refused():
    with pytest.raises(LimitExceeded, match=r"above 10\^300"):
        figure(table(expression("nim[10**400:10**400 + 5]")))


def test_a_study_of_a_family_has_no_picture():
    with pytest.raises(Unsupported, match="no table"):
        of_study(study(expression("bash")))


def test_only_tables_and_studies_are_drawn():
    with pytest.raises(RuleError, match="of a table or of a study"):
        figure(expression("nim[3]"))


@pytest.mark.parametrize("name", ["a.jpg", "a", "svg", "a.svg.gz"])
def test_other_endings_are_refused(name):
    with pytest.raises(RuleError, match=r"\.svg, \.png, \.pdf"):
        needs.ready(name)


def test_values_are_those_of_the_table_also_where_the_study_printed_fewer(kayles):
    picture = of_study(kayles)
    assert len(picture.values) > len(kayles.table.values)
    assert picture.values == table(picture.region, laws=False).values
    assert of_table(kayles.table).values == kayles.table.values


# -- the command line


def run(*arguments):
    from grundy.cli.app import app

    return CliRunner().invoke(app, arguments)


def test_table_and_study_write_pictures_beside_their_output(tmp_path):
    for command in ("table", "study"):
        file = tmp_path / f"{command}.svg"
        done = run(command, "bash(3)", "--plot", str(file))
        assert done.exit_code == 0, done.output
        assert "bash(3)" in done.stdout
        assert str(file) in done.stderr
        assert file.stat().st_size > 1_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("table", "kayles", "--plot", "k.jpg"), "k.jpg has .jpg"),
        (("table", "kayles", "--plot", "-"), "- has no ending"),
        (("table", "kayles", "--plot", "no/such/k.png"), "there is no directory no/such"),
        (("table", "nim[:2, :2, :2, :2]", "--plot", "k.png"), "4 axes"),
        (("study", "kayles", "--plot", "k.bmp"), "k.bmp has .bmp"),
        (("study", "bash", "--plot", "k.png"), "bash is a family"),
        (("study", "moore(2)[:, :, :, :]", "--plot", "k.png"), "4 axes"),
        (("study", "kayles", "--plot", "k.png", "--against", "nim"), "--plot goes with RULES alone"),
    ],
)
def test_what_cannot_be_drawn_is_said_before_the_work(arguments, message, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for work in ("grundy.report.studying.study", "grundy.solver.tabling.table"):
        monkeypatch.setattr(work, lambda *_, **__: pytest.fail("the work was begun"))
    done = run(*arguments)
    assert isinstance(done.exception, GrundyError) or done.exit_code == 2
    assert message in str(done.exception) + done.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["table", "study"])
def test_without_matplotlib_the_extra_is_named_before_the_work(command, monkeypatch, tmp_path):
    monkeypatch.setattr(needs, "find_spec", lambda _: None)
    monkeypatch.setattr("grundy.solver.tabling.table", lambda *_, **__: pytest.fail("the work was begun"))
    monkeypatch.setattr("grundy.report.studying.study", lambda *_, **__: pytest.fail("the work was begun"))
    done = run(command, "kayles", "--plot", str(tmp_path / "k.png"))
    assert isinstance(done.exception, GrundyError)
    assert "pip install 'grundy[plot]'" in str(done.exception)


def test_commands_without_a_picture_do_not_import_matplotlib(monkeypatch):
    real = builtins.__import__

    def watched(name, *rest):
        assert not name.startswith("matplotlib")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", watched)
    assert run("table", "kayles", "--to", "9").exit_code == 0
