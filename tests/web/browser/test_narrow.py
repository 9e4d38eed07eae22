"""Narrow windows, no JavaScript, and names of buttons."""

from urllib.parse import urlencode

import pytest
from tests.web.browser.playing import match, ready


def test_the_board_of_the_first_page_is_seen_at_once_on_a_phone(opened):
    page = opened("/?lang=en", viewport={"width": 375, "height": 740})
    page.locator("#demo button.at").first.wait_for()
    box = page.locator("#demo").bounding_box()
    assert box["y"] + box["height"] <= 740
    assert page.locator("#demo").evaluate("(demo) => demo.compareDocumentPosition(document.getElementById('text'))") & 4


def test_without_javascript_the_first_page_says_so_and_shows_nothing_dead(opened):
    page = opened("/?lang=en", java_script_enabled=False)
    notice = page.locator("noscript .error")
    assert "turned off in this browser" in notice.inner_text()
    assert notice.bounding_box()["height"] > 20
    for dead in ("#demo", "#search", ".chip", "#text"):
        assert page.locator(dead).first.is_hidden()
    assert page.locator("#cards a").first.is_visible()


def test_nothing_is_wider_than_the_narrowest_phone(opened):
    page = opened(match("race(2, 9, 10**30)[1]"), viewport={"width": 320, "height": 640})
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    tops = page.locator('.segments.named:has(input[name="hints"]) label').evaluate_all(
        "(labels) => labels.map((label) => Math.round(label.getBoundingClientRect().top))"
    )
    assert len(set(tops)) == 1


def test_what_can_be_read_on_a_button_stands_in_its_name(opened):
    page = opened(match("race(2, 9, 162)[20] + halving[100]", hints="all"))
    ready(page)
    names = page.locator(".board .choice").evaluate_all(
        "(all) => all.map((b) => [b.textContent, b.getAttribute('aria-label')])"
    )
    assert len(names) > 10
    assert all(text in name for text, name in names)
    letter = "(mark) => getComputedStyle(mark, '::before').content"
    assert page.locator(".choice.win .mark").first.evaluate(letter) == '"W"'


def test_what_is_wrong_with_rules_is_said_once(opened):
    page = opened("/study?" + urlencode({"lang": "en", "rules": "n -> n-t where t = 3"}))
    page.locator("#askerror pre").wait_for()
    page.wait_for_load_state("networkidle")
    assert page.locator(".error:visible").count() == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_rules_of_a_family_have_its_values(opened, lang):
    page = opened(match("race(2, 9, 162)[1]", lang=lang))
    ready(page)
    page.locator('[data-id="rules"]').get_by_text("162").wait_for()
    assert "goal" not in page.locator('[data-id="rules"]').inner_text()
