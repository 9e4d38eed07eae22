"""What the play page has beside the board: hints, why, undo, link, another language, errors."""

import pytest
from tests.web.browser.playing import BANNER, click_any, click_winning, match, moves_made, ready, settle


def by_id(page, name):
    return page.locator(f'[data-id="{name}"]')


def test_hints_say_more_and_more(opened):
    page = opened(match("nim[3, 5, 7]"))
    ready(page)
    by_id(page, "hint").click()
    steps = by_id(page, "hintsteps").locator("li")
    steps.first.wait_for()
    assert steps.count() == 1
    by_id(page, "more").click()
    steps.nth(1).wait_for()
    by_id(page, "more").click()
    steps.nth(2).wait_for()
    assert "take" in steps.nth(2).inner_text()


def test_why_shows_the_nim_sum_the_move_and_the_law(opened):
    page = opened(match("nim[3, 5, 7]"))
    ready(page)
    by_id(page, "why").click()
    panel = by_id(page, "whypanel")
    panel.locator("table.bits").wait_for()
    assert "You can win" in panel.inner_text()
    assert panel.locator("table.bits tbody tr").count() == 5  # three heaps, what one becomes, the nim-sum
    assert "proved" in panel.locator(".evidence").first.inner_text()


def test_moves_are_marked_with_letters_only_when_asked_for(opened):
    page = opened(match("nim[1, 2]"))
    ready(page)
    assert page.locator(".board .mark").count() == 0
    page.locator('input[name="hints"][value="all"]').check()
    page.locator(".board .mark").first.wait_for()
    assert sorted(page.locator(".board .mark").all_inner_texts()) == ["L", "L", "W"]


def test_undo_takes_back_both_moves_and_restart_all(opened):
    page = opened(match("nim[3, 5, 7]"))
    ready(page)
    for _ in range(2):
        made = moves_made(page)
        click_any(page)
        settle(page, made + 1)
    by_id(page, "undo").click()
    page.wait_for_function("""() => document.querySelectorAll('[data-id="trail"] li').length === 2""")
    by_id(page, "restart").click()
    page.wait_for_function("""() => document.querySelectorAll('[data-id="trail"] li').length === 0""")
    assert "nim%5B3%2C+5%2C+7%5D" in page.url


def test_link_that_is_copied_opens_the_same_position(opened):
    page = opened(match("nim[3, 5, 7]", hints="won"), permissions=["clipboard-read", "clipboard-write"])
    ready(page)
    click_any(page)
    settle(page, 1)
    position = by_id(page, "board").get_attribute("aria-label")
    by_id(page, "share").click()
    by_id(page, "share").get_by_text("Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    other.goto(link)
    ready(other)
    assert by_id(other, "board").get_attribute("aria-label") == position
    assert other.locator('input[name="hints"][value="won"]').is_checked()
    trail = '[data-id="trail"] li'
    assert other.locator(trail).all_inner_texts() == page.locator(trail).all_inner_texts()
    by_id(other, "undo").click()
    other.wait_for_function("""() => document.querySelectorAll('[data-id="trail"] li').length === 0""")
    assert "nim[3, 5, 7]" in by_id(other, "board").get_attribute("aria-label")


def test_link_with_a_match_that_cannot_have_been_opens_its_position_alone(opened):
    page = opened("/play?lang=en&position=nim[3, 5, 7]&past=nim[3, 5, 6]")
    assert ready(page)
    assert "nim[3, 5, 7]" in by_id(page, "board").get_attribute("aria-label")
    assert page.locator('[data-id="trail"] li').count() == 0


def test_browser_goes_back_to_the_position_before(opened):
    page = opened(match("nim[1, 2]", hints="all"))
    ready(page)
    click_winning(page)
    settle(page, 1)
    page.go_back()
    page.wait_for_function("""() => document.querySelectorAll('[data-id="trail"] li').length === 0""")


def test_language_switch_keeps_the_page(opened):
    page = opened(match("nim[3, 5, 7]"))
    ready(page)
    page.locator("[data-lang-link=zh]").click()
    page.wait_for_url("**/play?**lang=zh**")
    ready(page)
    assert page.locator("html").get_attribute("lang").startswith("zh")
    assert "轮到" in by_id(page, "turn").inner_text()
    assert "nim%5B3%2C+5%2C+7%5D" in page.url


def test_error_in_a_position_is_shown_with_a_caret(opened):
    page = opened(match("nim[3, 5"))
    error = by_id(page, "error")
    error.locator("pre").wait_for()
    assert error.locator("pre").inner_text().splitlines()[1].strip() == "^"


@pytest.mark.parametrize(("text", "said"), [("n -> n-q where", "expected"), ("n -> M", "n -> M")])
def test_error_in_rules_is_shown_while_one_types(opened, text, said):
    page = opened("/?lang=en")
    page.locator("#text").fill(text)
    error = page.locator("#askerror")
    error.locator("pre").wait_for()
    assert said in error.inner_text()
    assert error.locator("pre").inner_text().splitlines()[1].strip() == "^"
    page.locator("#text").fill("n -> n-t where t <= 3")
    error.wait_for(state="hidden")


def test_own_rules_lead_from_the_first_page_to_a_match(opened):
    page = opened("/?lang=en")
    page.locator("#text").fill("n -> n-t where t in {1, 2}")
    page.locator("#ask").get_by_role("button").click()
    page.wait_for_url("**/play?**")
    assert ready(page)
    assert page.locator(BANNER).is_hidden()


def test_first_page_is_small(opened):
    sizes = []
    page = opened("about:blank")
    page.on("requestfinished", lambda request: sizes.append(request.sizes()))
    page.goto("/?lang=en")
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) < 100_000
