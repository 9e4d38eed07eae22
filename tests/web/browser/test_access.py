"""Every page for everybody: axe-core finds nothing serious, in light and in dark; nothing is wider than a phone."""

import pytest
from tests.web.browser.playing import PHONE, absent, match, ready

PAGES = {
    "home": "/?lang=en",
    "about": "/about?lang=en",
    "api": "/api?lang=en",
    "missing": "/nothing?lang=en",
    "nim": match("nim[3, 5, 7]", hints="all"),
    "wythoff": match("wythoff[5, 8]", hints="all"),
    "strip": match("kayles[7]", hints="all"),
    "race": match("race(2, 9, goal=162)[1]", hints="won"),
    "list": match("moore(2)[3, 4, 5]"),
    "sum": match("nim[5] + kayles[6]", lang="zh"),
    "refused": match("nim[3, 5"),
    "study": "/study?lang=en",
    "studied": "/study?lang=en&rules=wythoff&budget=5",
    "studied-zh": "/study?lang=zh&rules=kayles",
}


@pytest.fixture(scope="module")
def axe():
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        absent("axe-playwright-python is not installed (pip install '.[browser]')")
    return Axe()


def shown(page, name):
    """Wait until a page shows what it is for."""
    if name in ("nim", "wythoff", "strip", "race", "list", "sum"):
        ready(page)
        page.locator('[data-id="why"]').click()
        page.locator(".why .headline").wait_for()
    elif name.startswith("studied"):
        page.locator("#law").wait_for()
        page.locator("#read").wait_for(state="attached")
    elif name == "refused":
        page.locator('[data-id="error"] pre').wait_for()
    else:
        page.wait_for_load_state("networkidle")


def faults(axe, page, **options):
    """What axe-core calls serious or critical, in short."""
    found = axe.run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [
        (fault["id"], node["target"], node["failureSummary"][:200])
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def looked_at(axe, page):
    """Nothing serious in a wide window, in the dark, and in a window as narrow as a phone, which nothing exceeds."""
    assert faults(axe, page) == []
    page.emulate_media(color_scheme="dark")
    assert faults(axe, page, runOnly=["color-contrast"]) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_is_found(opened, axe, name):
    page = opened(PAGES[name])
    shown(page, name)
    looked_at(axe, page)


def test_nothing_serious_is_found_in_an_exported_page(exported, axe):
    page = exported("nim[3, 5, 7]", hints="all")
    shown(page, "nim")
    looked_at(axe, page)


@pytest.mark.parametrize("name", ["home", "wythoff", "studied"])
def test_nothing_is_wider_than_a_phone(opened, name):
    page = opened(PAGES[name], **PHONE)
    shown(page, name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
