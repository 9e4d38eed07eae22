"""Whole matches in a browser: won and lost, by mouse, by keys alone, by touch."""

import pytest
from tests.web.browser.playing import (
    BANNER,
    PHONE,
    click_any,
    click_winning,
    key_any,
    key_winning,
    lost,
    match,
    play_on,
    ready,
    won,
)


@pytest.mark.parametrize("position", ["nim[1, 2, 4]", "wythoff[3, 4]", "bash(3)[6] + nim[1]"])
def test_match_is_won_by_mouse(opened, position):
    page = opened(match(position, hints="all"))
    play_on(page, click_winning)
    assert won(page)


def test_match_is_lost_by_mouse(opened):
    page = opened(match("nim[2, 2]"))
    play_on(page, click_any)
    assert lost(page)


def test_match_is_won_by_keys_alone(opened):
    page = opened(match("nim[1, 3]", hints="all"))
    ready(page)
    play_on(page, key_winning)
    assert won(page)


def test_match_is_lost_by_keys_alone(opened):
    page = opened(match("wythoff[1, 2]"))
    ready(page)
    play_on(page, key_any)
    assert lost(page)


def test_match_in_misere_play_is_won(opened):
    page = opened(match("nim[1, 1, 2]", hints="all", misere=1))
    play_on(page, click_winning)
    assert won(page)


def test_machine_moves_first_where_it_is_told_so(opened):
    page = opened(match("nim[3, 5]", first="machine"))
    page.wait_for_function("""() => document.querySelectorAll('[data-id="trail"] li').length === 1""")
    assert ready(page)
    assert "nim%5B3%2C+3%5D" in page.url


def test_two_people_play_rules_of_their_own(opened):
    page = opened(match('ruleset("n -> n-t where t in {1, 3}")[4]', second="person"))
    play_on(page, click_any)
    assert "has won" in page.locator(BANNER).inner_text()


def test_match_on_a_phone_by_touch(opened):
    page = opened(match("nim[1, 2]", hints="all"), **PHONE)

    def tap(page):
        page.locator('.board button.at[aria-label$="(wins)"]').first.tap()

    play_on(page, tap)
    assert won(page)
