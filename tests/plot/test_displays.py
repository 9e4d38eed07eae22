"""What notebooks show: HTML that can be read and holds the numbers, everything escaped; formulas; plain reprs as before."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from grundy import ruleset, solve, study, table
from grundy.games import catalogue, expression
from grundy.laws.latex import formula_latex
from grundy.laws.nim import NimLaw
from grundy.report.display import study_html
from grundy.rules.latex import text_latex

VOID = {"br", "hr"}
BAD = 'ruleset("n -> n-t where t < 3 and n <= 9")'


class Page(HTMLParser):
    """Fails where elements are not closed in their order; keeps the texts by element."""

    def __init__(self, text):
        super().__init__()
        self.open, self.cells, self.names = [], [], set()
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        assert not [name for name, _ in attrs if name == "style" or name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in {"td", "b"} and "td" in self.open:
            self.cells.append(data)


def test_a_table_shows_its_picture_and_all_its_values():
    found = table(expression("wythoff[:5, :6]"))
    page = Page(found._repr_html_())
    assert page.cells == [str(v) for v in found.flat]
    assert "svg" in page.names
    assert "script" not in page.names
    ET.fromstring(found._repr_svg_())


def test_a_large_table_says_what_is_left_out():
    page = Page(table(expression("kayles[:300]"))._repr_html_())
    assert len(page.cells) == 201
    assert page.cells[-1] == "… (100 more)"
    page = Page(table(expression("nim[:30, :30]"))._repr_html_())
    assert page.cells[-1] == "… (6 more rows)"
    assert page.cells.count("…") == 24


def test_a_table_of_three_heaps_says_which_slice_it_shows():
    text = table(expression("nim[:3, :3, 1:4]"))._repr_html_()
    assert "n3 = 1" in text
    assert Page(text).cells == [str(a ^ b ^ 1) for a in range(3) for b in range(3)]


def test_a_table_of_one_position_has_no_picture():
    found = table(expression("nim[:4]").ruleset[slice(3, 4)])
    assert Page(found._repr_html_()).cells == ["3"]
    row = table(expression("wythoff[2, :4]"))
    assert Page(row._repr_html_()).cells == ["2", "0", "1", "5"]


def test_outcomes_stand_in_the_table_of_a_blocking_game():
    found = table(expression("blocking(nim, 2)[:4]"))
    assert Page(found._repr_html_()).cells == list(found.flat)


@pytest.mark.parametrize("misere", [False, True])
def test_a_solution_shows_outcome_value_and_moves(misere):
    found = solve(expression("nim[3, 6, 9]"), misere=misere)
    text = found._repr_html_()
    Page(text)
    assert "the player to move wins" in text
    assert "<code>nim[3, 6, 5]</code>" in text
    assert ("misère" in text) == misere


def test_a_solution_says_why_it_has_no_value():
    found = solve(expression("wythoff[10**20, 10**20]"))
    assert found.grundy_why in found._repr_html_()


def test_rules_are_escaped_wherever_they_stand():
    rules = ruleset("n -> n-t where t < 3 and n <= 9")
    shown = [table(rules[:9])._repr_html_(), solve(rules[9])._repr_html_(), study(rules)._repr_html_()]
    for text in shown:
        Page(text)
        assert "t &lt; 3 and n &lt;= 9" in text
        assert "t < 3" not in text
    split = ruleset("n -> a & b where a+b == n and 1 <= a and a < b")
    assert " &amp; " in solve(split[9])._repr_html_()
    assert "a & b" not in table(split[:9])._repr_html_()


def test_a_study_shows_law_formula_and_evidence():
    found = study(expression("blackboard(2)"))
    text = found._repr_html_()
    page = Page(text)
    assert "proved" in page.cells
    assert found.law_text in page.cells
    assert "svg" in page.names
    assert found._repr_latex_().startswith("$")
    assert "seconds" not in text


def test_a_study_without_law_or_of_a_family_is_shown():
    Page(study_html(study(expression("bash"))))
    assert study(expression("bash"))._repr_latex_() is not None
    unknown = study(expression("grundy_game"), budget=0.5)
    if unknown.evidence == "unknown":
        assert "unknown" in study_html(unknown)
        assert unknown._repr_latex_() is None


@pytest.mark.parametrize("name", [name for name in catalogue.names() if name not in ("octal", "hexadecimal", "moore")])
def test_every_game_of_the_catalogue_is_a_balanced_formula(name):
    text = catalogue(name)._repr_latex_()
    assert text.startswith("$")
    assert text.endswith("$")
    assert text.count("{") == text.count("}")


def test_the_formulas_of_rulesets_positions_and_laws():
    assert expression("lasker")._repr_latex_() == (
        "$$\\begin{aligned}\n"
        "n &\\to n - t \\\\\n"
        "n &\\to a + b && (a + b = n \\land a \\ge 1 \\land b \\ge 1)\n"
        "\\end{aligned}$$"
    )
    assert r"\text{(before each move up to 1 option may be forbidden)}" in expression("blocking(nim, 2)")._repr_latex_()
    assert expression("nim[3, 5] + kayles[7]")._repr_latex_() == r"$\text{nim[3, 5] + kayles[7]}$"
    assert expression("nim[10**400]")._repr_latex_() is None
    assert NimLaw()._repr_latex_().startswith(r"$\displaystyle g")
    many = expression("moore(3)[:, :, :, :]")._repr_latex_()
    assert "(14 kinds of moves)" in many
    assert many.count("\n") == 14


def test_signs_that_latex_reserves_are_escaped():
    assert text_latex("a_b & 50% {x}") == r"\text{a}\_\text{b }\&\text{ 50}\%\text{ }\{\text{x}\}"
    assert formula_latex("P = {(a, b) : b <= floor(a*phi)}") == r"P = \{(a, b) : b \le \lfloor a\,\varphi \rfloor \}"


def test_plain_reprs_are_as_they_were():
    assert repr(expression("nim[3, 6]")) == "nim[3, 6]"
    assert repr(ruleset("n -> n-t where t < 3 and n <= 9")) == BAD
    assert repr(table(expression("nim[:2]"))).startswith("Table(region=nim[:2], flat=(0, 1)")
    assert repr(solve(expression("nim[1]"))).startswith("Solution(position=nim[1]")
