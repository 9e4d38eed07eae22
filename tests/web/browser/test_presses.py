"""The first press of a button counts, wherever the focus was: nothing moves away under a finger or a mouse."""

import pytest
from tests.web.browser.playing import PHONE, match, ready, settle

NARROW = {"viewport": {"width": 390, "height": 844}}
TOOLS = ("hint", "why", "share", "undo", "restart")


def moved(page, *, touch):
    """Make a move as a person does, so that a place of the board has the focus; wait for the answer."""
    ready(page)
    press = "tap" if touch else "click"
    getattr(page.locator(".board button.at").nth(1), press)()
    page.wait_for_timeout(100)
    go = page.locator(".board button.go")
    if go.count():
        getattr(go.first, press)()
    settle(page, 1)


def listen(page):
    page.evaluate(
        """() => {
            window.pressed = [];
            for (const tool of document.querySelectorAll(".tools [data-id]"))
                tool.addEventListener("click", () => window.pressed.push(tool.dataset.id));
        }"""
    )


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "mouse"])
@pytest.mark.parametrize("position", ["nim[3, 5, 7]", "wythoff[10, 15]", "kayles[12]"])
def test_first_press_after_a_move(opened, position, touch):
    page = opened(match(position), **(PHONE if touch else NARROW))
    listen(page)
    for tool in TOOLS:
        moved(page, touch=touch)
        button = page.locator(f'.tools [data-id="{tool}"]')
        button.scroll_into_view_if_needed()
        (button.tap if touch else button.click)()
        page.wait_for_function("(tool) => window.pressed.at(-1) === tool", arg=tool)
        if tool not in ("undo", "restart"):
            page.locator('.tools [data-id="restart"]').click()
        page.wait_for_function("""() => document.querySelectorAll('[data-id="trail"] li').length === 0""")


def test_first_press_on_an_exported_page(exported):
    page = exported("nim[3, 5, 7]", settings=PHONE)
    listen(page)
    moved(page, touch=True)
    page.locator('.tools [data-id="why"]').tap()
    page.wait_for_function("() => window.pressed.at(-1) === 'why'")
    assert page.locator('[data-id="whypanel"]').is_visible()


def test_line_under_the_board_does_not_shrink(opened):
    page = opened(match("wythoff[5, 8]"), **NARROW)
    moved(page, touch=False)
    top = "document.querySelector('.tools').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    page.evaluate("document.activeElement.blur()")
    assert page.evaluate(top) == before
    page.locator(".board button.at").first.hover()
    page.mouse.move(0, 0)
    assert page.evaluate(top) == before
