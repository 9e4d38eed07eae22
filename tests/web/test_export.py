"""The page of one position: its graph, its data, and one file that keeps to itself."""

import json
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import GrundyError, LimitExceeded, RuleError, Unsupported, solve, split, successors, value
from grundy.explain.texts import languages, section
from grundy.games import expression
from grundy.rules.positions import Position
from grundy.web.offline import Match, bundle, data, graph, page

STATIC = Path(bundle.__file__).parent.parent / "static"
POSITIONS = [
    "nim[3, 5, 7]",
    "wythoff[4, 6]",
    "kayles[7] + nim[2]",
    "race(2, 9, goal=162)[1]",
    "fibonacci_nim[9]",
    "nim[()]",
]


# ---------------------------------------------------------------- the graph


@pytest.mark.parametrize("text", POSITIONS)
def test_graph_has_all_components_with_their_options_and_values(text):
    found = graph.graph_of(expression(text))
    for i, (number, component) in enumerate(found.components):
        ruleset = found.rulesets[number]
        alone = Position(((ruleset, component),))
        assert found.values[i] == value(alone)
        named = {tuple(found.components[j][1] for j in option) for option in found.options[i]}
        assert named == set(ruleset.options(component))


@pytest.mark.parametrize("text", POSITIONS)
def test_graph_has_the_remoteness_of_whole_positions_in_both_plays(text):
    position = expression(text)
    found = graph.graph_of(position)
    normal, misere = found.whole[tuple(sorted(found.start))]
    known = solve(position).remoteness
    assert known is None or known == normal
    assert normal % 2 == (solve(position).outcome == "N")
    assert misere % 2 == (solve(position, misere=True).outcome == "P")


def test_too_large_a_position_is_refused_with_the_limit_and_a_smaller_one():
    with pytest.raises(
        LimitExceeded, match=r"wythoff\[1000, 1500\] has more than 20,000 .*such as wythoff\[\d+, \d+\]"
    ):
        page(expression("wythoff[1000, 1500]"))
    with pytest.raises(
        LimitExceeded, match=r"more than 20,000 components .*such as nim\[\d+, 3\]|such as nim\[\d+, 0\]"
    ):
        page(expression("nim[10**18, 3]"))


def test_misere_play_is_refused_where_whole_positions_are_too_many(monkeypatch):
    monkeypatch.setattr(graph, "MOST_POSITIONS", 50)
    assert graph.graph_of(expression("nim[6, 7, 8]")).whole is None
    with pytest.raises(LimitExceeded, match=r"more than 50 positions .*such as nim\[\d, \d, \d\]"):
        page(expression("nim[6, 7, 8]"), Match(misere=True))


def test_too_large_a_file_is_refused(monkeypatch):
    monkeypatch.setattr(sys.modules[page.__module__], "MOST_BYTES", 50_000)
    with pytest.raises(LimitExceeded, match=r"a page of more than 0\.05 MB"):
        page(expression("nim[1]"))


def test_blocking_games_are_refused():
    with pytest.raises(Unsupported, match="blocking"):
        page(expression("blocking(wythoff, 2)[3, 4]"))


def test_play_that_comes_back_is_refused():
    around = successors(lambda n: [(n + 1) % 3], "around")
    with pytest.raises(RuleError, match="may not end"):
        page(around[0])


def test_functions_of_successors_have_pages():
    words = successors(lambda s: [s[1:], split(s[:1], s[2:])] if len(s) > 1 else [s[1:]] if s else [], "words")
    made = page(words["abc"])
    assert made.graph.values[made.graph.start[0]] == value(words["abc"])
    assert "words['abc']" in made.html


# ---------------------------------------------------------------- the data


options = st.lists(st.lists(st.integers(0, 30), max_size=3).map(tuple), max_size=40)


@given(options)
def test_runs_hold_the_options_in_their_order(given_options):
    unpacked = []
    for count, *pairs in data.runs(given_options):
        firsts, steps = pairs[::2], pairs[1::2]
        unpacked += [tuple(f + k * s for f, s in zip(firsts, steps, strict=True)) for k in range(count)]
    assert unpacked == given_options


def test_options_of_large_heaps_stay_few_runs():
    found = graph.graph_of(expression("wythoff[30, 40]"))
    assert max(len(list(data.runs(options))) for options in found.options) <= 4


@pytest.mark.parametrize("lang", languages())
def test_texts_that_the_modules_ask_for_are_there(lang):
    web = {**section(lang, "web"), **section(lang, "web_study")}
    for name in ("study", "report", "figure", "offline", "explain", "offline_page"):
        source = (STATIC / f"{name}.js").read_text(encoding="utf-8")
        asked = set(re.findall(r'\bword\("(\w+)"', source)) | set(re.findall(r'"(study_\w+)"', source))
        assert asked <= set(web), name
    said = set(re.findall(r'\bsay\("([\w.]+)"', (STATIC / "explain.js").read_text(encoding="utf-8")))
    assert len(said) > 20
    assert said <= set(section(lang, "explain"))


# ---------------------------------------------------------------- the file


def script_of(html, kind=' type="module"'):
    return re.search(rf"<script{kind}>(.*?)</script>", html, re.DOTALL)[1]


def test_page_allows_its_own_script_and_style_and_nothing_else():
    html = page(expression("wythoff[4, 6]")).html
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1]
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)[1]
    for text, directive in ((script_of(html), "script-src"), (style, "style-src")):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert not re.search(r'(?:src|href)="(?!data:|#)', html)
    assert "url(" not in style
    assert "@import" not in style


def test_page_holds_no_end_of_script_in_its_data():
    html = page(expression('ruleset("n -> n-t where t<3 and 1<2")[4]')).html
    assert html.count("</script") == 3
    held = script_of(html, ' type="application/json" id="data"')
    assert "<" not in held
    assert json.loads(held)["position"] == 'ruleset("n -> n-t where t<3 and 1<2")[4]'
    assert "<title>ruleset(&quot;n -&gt; n-t where t&lt;3 and 1&lt;2&quot;)[4]" in html


@pytest.mark.parametrize("lang", languages())
def test_page_fills_every_field(lang):
    html = page(expression("nim[1, 2]"), lang=lang).html
    assert "{{" not in html
    assert section(lang, "web_study")["offline_footer"] in html


@pytest.mark.parametrize("strength", [float("nan"), -0.5, 1.5])
def test_strength_that_is_no_probability_is_refused(strength):
    with pytest.raises(GrundyError, match="expected a number from 0 to 1"):
        page(expression("nim[1]"), Match(strength=strength))


def test_page_of_an_unknown_language_is_refused():
    with pytest.raises(GrundyError, match="no texts in the language 'fr'"):
        page(expression("nim[1, 2]"), lang="fr")


WITHOUT_EXTRAS = """
import sys
for name in ("fastapi", "starlette", "jinja2", "uvicorn", "numpy", "matplotlib", "pydantic"):
    sys.modules[name] = None
from grundy.games import expression
from grundy.web.offline import page
sys.stdout.buffer.write(page(expression("kayles[5] + nim[2]")).html.encode())
"""


def test_page_is_the_same_each_time_and_needs_no_extra():
    command = [sys.executable, "-c", WITHOUT_EXTRAS]
    done = subprocess.run(command, capture_output=True, check=True, env={"PYTHONHASHSEED": "7", "PATH": ""})
    assert done.stdout.decode() == page(expression("kayles[5] + nim[2]")).html


# ---------------------------------------------------------------- modules in one script


def test_modules_are_bundled_in_the_order_of_need(tmp_path):
    (tmp_path / "a.js").write_text('import { two } from "./b.js";\nconsole.log(two);\n')
    (tmp_path / "b.js").write_text("export const two = 2;\n")
    text = bundle.bundled("a.js", tmp_path)
    assert text.index("const two = 2") < text.index("console.log(two)")
    assert "import" not in text
    assert "export" not in text


@pytest.mark.parametrize("line", ['import a from "./b.js";', 'export * from "./b.js";', "const s = '</script>';"])
def test_what_cannot_be_bundled_is_refused(tmp_path, line):
    (tmp_path / "a.js").write_text(f"{line}\n")
    with pytest.raises(GrundyError, match=r"a\.js cannot be put into a page"):
        bundle.bundled("a.js", tmp_path)
