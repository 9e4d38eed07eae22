"""How tests play: by the marks of moves, with the mouse or with keys alone."""

import os
import re
from urllib.parse import urlencode

import pytest

from grundy.explain.texts import languages, text

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
BANNER = '[data-id="banner"]'
WINS = re.compile("|".join(rf"\({re.escape(text(lang, 'web.common_wins'))}\)$" for lang in languages()))


def absent(reason):
    """Skip a test for want of a browser; in CI, where one is to be had, that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"in CI the browser tests must run: {reason}")
    pytest.skip(reason)


def match(position, **settings):
    """The path of a match."""
    return "/play?" + urlencode({"lang": "en", "position": position, **settings})


def ready(page):
    """Wait until a person is to move, or the match is over; whether it goes on."""
    page.wait_for_function(
        """() => {
            const at = (id) => document.querySelector(`[data-id="${id}"]`);
            if (at("error") && !at("error").hidden) throw new Error(at("error").textContent);
            return !at("banner").hidden || (document.querySelector("#play .board button.at:not(:disabled)") && !document.querySelector("#play.thinking"));
        }"""
    )
    return page.locator(BANNER).is_hidden()


def settle(page, count):
    """Wait until so many moves stand in the list, and a person is to move or the match is over; whether it goes on."""
    page.wait_for_function(
        """(count) => document.querySelectorAll('[data-id="trail"] li').length > count""",
        arg=count,
    )
    return ready(page)


def moves_made(page):
    return page.locator('[data-id="trail"] li').count()


def play_on(page, act):
    """Play until the match is over; *act* makes one move."""
    going = ready(page)
    while going:
        made = moves_made(page)
        act(page)
        going = settle(page, made)


def won(page, lang="en"):
    """Whether the page says that the person has won."""
    return text(lang, "web.play_you_won") in page.locator(BANNER).inner_text()


def lost(page, lang="en"):
    """Whether the page says that the machine has won."""
    return text(lang, "web.play_machine_won") in page.locator(BANNER).inner_text()


def click_winning(page):
    page.locator(".board button.at").and_(page.get_by_label(WINS)).first.click()


def click_any(page):
    page.locator(".board button.at").first.click()


def tab_to_board(page):
    """Press Tab until a place of the board has the focus."""
    for _ in range(60):
        if on_board(page):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the board is not reached by Tab")


def on_board(page):
    return page.evaluate("document.activeElement.matches('.board button.at')")


def label(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label') || ''")


def key_winning(page):
    """Go over the board by arrow keys until a move that wins has the focus; play it by Enter."""
    tab_to_board(page)
    page.keyboard.press("Home")
    for _ in range(12):
        for _ in range(16):
            if WINS.search(label(page)):
                page.keyboard.press("Enter")
                return
            before = label(page)
            page.keyboard.press("ArrowUp")
            if label(page) == before:
                break
        for _ in range(16):
            before = label(page)
            page.keyboard.press("ArrowDown")
            if label(page) == before:
                break
        page.keyboard.press("ArrowRight")
    raise AssertionError("no move that wins is reached by arrow keys")


def key_any(page):
    tab_to_board(page)
    page.keyboard.press("Enter")
