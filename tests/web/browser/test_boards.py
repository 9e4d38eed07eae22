"""Boards say what can be done on them, and what is typed beside them is read as in a terminal."""

from urllib.parse import urlencode

import pytest
from tests.web.browser.playing import match, ready, settle

OWN = 'ruleset("a, b -> a-1, t where t <= 3 | a, b-1")[5, 8]'
TYPED = [
    ("wythoff[10**18,10**17]", "take 3 from 1"),
    ("fibonacci_nim[10**9]", "-3"),
    ("kayles[1000]", "3 & 995"),
    ("nim[100, 200]", "take 5"),
]


def by_id(page, name):
    return page.locator(f'[data-id="{name}"]')


def how(page):
    return by_id(page, "saying").inner_text()


def test_a_board_on_which_nothing_is_taken_does_not_say_so(opened):
    page = opened(match("grundy_game[9]"))
    ready(page)
    assert how(page) == "Click a dashed line: the row is cut there."
    page.goto(match("lasker[9]"))
    ready(page)
    assert "are taken" in how(page)
    page.goto(match('octal("4.07")[6]'))
    ready(page)
    assert "only split a heap are in the list" in how(page)


def test_two_heaps_of_own_rules_are_both_on_the_board(opened):
    page = opened(match(OWN))
    ready(page)
    assert page.locator(".board .quarter").count() == 1
    page.get_by_role("button", name="move to (4, 2)").click()
    settle(page, 1)
    assert page.locator(".board .quarter").count() == 1
    page.goto(match("fibonacci_nim[12]"))
    ready(page)
    assert page.locator(".board .stack").count() == 1
    assert "at most 11 may be taken now" in page.locator(".board .caption").inner_text()


@pytest.mark.parametrize(("position", "line"), TYPED)
def test_what_a_box_proposes_is_a_move_and_so_is_what_the_terminal_reads(opened, position, line):
    page = opened(match(position))
    ready(page)
    box = page.locator(".board .typed input").first
    box.fill(box.get_attribute("placeholder").removeprefix("for instance: "))
    box.press("Enter")
    settle(page, 1)
    page.goto(match(position))
    ready(page)
    page.locator(".board .typed input").first.fill(line)
    page.locator(".board .typed input").first.press("Enter")
    settle(page, 1)
    assert by_id(page, "error").is_hidden()


def test_what_is_no_move_is_answered_with_what_is_legal(opened):
    page = opened(match("nim[100, 200]", lang="zh"))
    ready(page)
    page.locator(".board .typed input").nth(1).fill("300")
    page.locator(".board .typed input").nth(1).press("Enter")
    by_id(page, "error").get_by_text("只能变成 0-199").wait_for()


def test_where_nobody_knows_who_wins_the_page_says_so(opened):
    unknown = 'octal("0.00000000000000000000007")[1000000]'
    page = opened("/play?" + urlencode({"lang": "en", "position": unknown}))
    ready(page)
    assert "too large to say who wins" in by_id(page, "left").inner_text()
    assert "at random" in by_id(page, "level").inner_text()


def test_the_page_without_a_server_gives_the_same_hints_and_reads_the_same_moves(exported):
    page = exported("kayles[5]")
    ready(page)
    for _ in range(2):
        by_id(page, "hint").click()
    by_id(page, "hintsteps").get_by_text("Leave two equal heaps: then each move").wait_for()
    page.locator("summary", has_text="All moves").click()
    by_id(page, "filter").fill("take 2")
    by_id(page, "filter").press("Enter")
    settle(page, 1)
    assert "5 → 3" in page.locator('[data-id="trail"] li').first.inner_text()
