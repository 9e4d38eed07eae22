"""What pages say of a game and of a match is so, and nothing tells more than was asked for."""

from urllib.parse import urlencode

import pytest
from tests.web.browser.playing import BANNER, click_any, match, moves_made, play_on, ready, settle


def by_id(page, name):
    return page.locator(f'[data-id="{name}"]')


@pytest.mark.parametrize("rules", ["n -> n-t where t in {1, 3, 4}", "bash"])
def test_rules_are_played_from_a_position_of_theirs(opened, rules):
    page = opened(match(rules))
    assert ready(page)
    page.wait_for_function("() => decodeURIComponent(location.search).includes('[')")
    assert by_id(page, "error").is_hidden()


def test_what_cannot_be_played_has_no_link_to_copy(opened):
    page = opened(match("blocking(wythoff, 2)"))
    by_id(page, "error").wait_for()
    assert by_id(page, "share").is_hidden()


def test_study_of_what_cannot_be_played_has_no_link_to_a_match(opened):
    page = opened("/study?" + urlencode({"lang": "en", "budget": 5, "rules": "blocking(nim, 2)"}))
    page.locator("#law").wait_for()
    page.locator("#figure").wait_for()
    assert page.locator('#result a[href^="/play"]').count() == 0


@pytest.mark.parametrize("strength", ["NaN", "abc", "7"])
def test_strength_that_is_none_is_named(opened, strength):
    page = opened(match("nim[3, 5, 7]", strength=strength))
    ready(page)
    by_id(page, "saying").get_by_text(f"{strength} is no number from 0 to 1").wait_for()


@pytest.mark.parametrize("position", ["nim[1000, 60]", "wythoff[1000, 60]"])
def test_long_list_does_not_tell_the_winning_move(opened, position):
    page = opened(match(position))
    ready(page)
    hidden = page.locator(".board .choice").all_inner_texts()
    page.locator('input[name="hints"][value="all"]').check()
    page.locator(".board .choice.win").first.wait_for()
    winning = page.locator(".board .choice.win").first.inner_text().split("\n")[0]
    assert hidden
    assert winning not in hidden


def test_misere_in_mid_match_says_that_a_new_one_begins(opened):
    page = opened(match("nim[3, 5, 7]"))
    ready(page)
    click_any(page)
    settle(page, 1)
    page.locator('input[name="misere"]').check()
    by_id(page, "saying").get_by_text("A new match has begun").wait_for()
    assert moves_made(page) == 0


def test_why_after_the_end_is_about_the_move_that_decided(opened):
    page = opened(match("nim[3]"))
    ready(page)
    page.locator(".board button.at").nth(1).click()
    settle(page, 1)
    play_on(page, click_any)
    assert page.locator(BANNER).is_visible()
    by_id(page, "why").click()
    page.locator(".why .headline").wait_for()
    assert "nim[3]" in by_id(page, "whypanel").inner_text()


def test_answers_of_the_api_are_shown_in_place(opened):
    page = opened("/api?lang=en")
    page.locator(".api form button").first.click()
    page.locator(".api .answer").first.wait_for()
    assert '"outcome"' in page.locator(".api .answer").first.inner_text()
    assert page.url.endswith("/api?lang=en")


def test_error_is_told_in_chinese_with_its_place(opened):
    page = opened(match("nim[3, 5", lang="zh"))
    by_id(page, "error").locator("pre").wait_for()
    assert by_id(page, "error").locator("p").inner_text() == "[ 没有配对：这里应有 ]"
    assert by_id(page, "error").locator("[lang]").count() == 0


def test_error_without_chinese_words_says_that_it_is_english(opened):
    page = opened(match("nim[3, 5]", lang="zh"))
    page.route("**/api/parse?**", lambda route: route.fulfill(status=422, json={"error": "a new fault", "at": None}))
    by_id(page, "newbox").locator("summary").click()
    by_id(page, "newtext").fill("nim[4]")
    by_id(page, "newerror").locator('span[lang="en"]').wait_for()
    assert by_id(page, "newerror").locator("p").inner_text() == "服务器的说明（英文）： a new fault"


def test_own_rules_are_told_in_chinese_line_by_line(opened):
    page = opened("/?lang=zh")
    page.locator("#text").fill("a, b -> a-t, b | a, b-t where t in primes")
    page.locator("#found br").first.wait_for(state="attached")
    assert page.locator("#found [lang]").count() == 0
    assert page.locator("#found p").inner_text().split("\n") == [
        "各堆 a, b 可以变成以下之一：",
        "• a-t, b，其中 t 满足：t >= 1；",
        "• a, b-t，其中 t 满足：t 是质数。",
        "从 [5, 8] 开始。",
    ]
