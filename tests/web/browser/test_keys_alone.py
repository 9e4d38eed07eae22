"""All of it without a mouse: from the first page to a match that is won, played again, and a study that is read."""

from tests.web.browser.playing import BANNER, key_winning, play_on, ready, settle, won


def tab_to(page, selector, key="Tab"):
    """Press Tab until what *selector* says has the focus."""
    for _ in range(150):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached by {key}")


def test_everything_is_done_by_keys(opened):
    page = opened("/?lang=en")
    tab_to(page, "#text")
    page.keyboard.type("nim[1, 3]")
    page.locator("#found p").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/play?**")
    ready(page)

    tab_to(page, 'input[name="hints"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.locator(".board .mark").first.wait_for()
    tab_to(page, ".board button.at", "Shift+Tab")
    key_winning(page)
    if settle(page, 0):
        play_on(page, key_winning)
    assert won(page)
    tab_to(page, ".banner button.primary", "Shift+Tab")
    page.keyboard.press("Enter")
    page.locator(BANNER).wait_for(state="hidden")
    assert ready(page)

    tab_to(page, '[data-id="why"]')
    page.keyboard.press("Enter")
    page.locator(".why .headline").wait_for()

    tab_to(page, 'nav a[href^="/study"]', "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/study?**")
    tab_to(page, "#rules")
    page.keyboard.type("n -> n-t where t in {1, 3}")
    page.locator("#found").get_by_text("Press Study").wait_for()
    page.keyboard.press("Enter")
    page.locator("#law").wait_for()
    assert "proved" in page.locator("#law .evidence").inner_text().lower()
    page.locator("#read").wait_for(state="attached")
    tab_to(page, "#plot")
    page.keyboard.press("ArrowRight")
    page.locator("#read").get_by_text("Grundy value").wait_for()
    tab_to(page, "#play")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play?**")
    assert ready(page)


def test_content_can_be_skipped_to(opened):
    page = opened("/about?lang=en")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
