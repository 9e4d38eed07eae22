"""A study in a browser: done, read by mouse and keys, cancelled, refused."""

import json
from urllib.parse import urlencode

from grundy.checker.checking import check


def study(rules, **settings):
    return "/study?" + urlencode({"rules": rules, "lang": "en", **settings})


def done(page):
    page.locator("#law").wait_for()
    page.locator("#read").wait_for(state="attached")


def test_study_says_what_is_proved_and_gives_certificate_and_programs(opened, tmp_path):
    page = opened(study("kayles"), permissions=["clipboard-read", "clipboard-write"])
    done(page)
    assert "period 12" in page.locator("#law .says").inner_text()
    assert page.locator("#law .evidence").get_attribute("data-evidence") == "proved"
    with page.expect_download() as download:
        page.locator("#certificate").click()
    download.value.save_as(tmp_path / "certificate.json")
    assert check(json.loads((tmp_path / "certificate.json").read_text(encoding="ascii"))).valid
    page.get_by_role("tab", name="C++").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.textContent") == "Python"
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    compile(copied, "kayles.py", "exec")


def test_values_are_read_by_mouse_and_by_keys(opened):
    page = opened(study("wythoff", budget=5))
    done(page)
    read = page.locator("#read")
    page.locator("#plot").focus()
    for key in ("Home", "ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert read.inner_text().split("\n")[0].startswith("wythoff[1, 2]")
    assert "P-position" in read.inner_text()
    box = page.locator("#plot canvas").bounding_box()
    page.mouse.move(box["x"] + 36, box["y"] + box["height"] - 26)
    page.wait_for_function("document.querySelector('#read').textContent.includes('wythoff[0, 0]')")
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom out").click()
    page.locator("#astable summary").click()
    cells = page.locator("#astable td")
    cells.first.wait_for()
    assert cells.all_inner_texts()[0] == "0 P"


def test_study_that_finds_nothing_claims_nothing(opened):
    page = opened(study("n -> a & b where a + b == n and a < b and a >= 1", budget=1))
    page.locator("#budget").wait_for()
    page.evaluate("document.querySelector('#budget').add(new Option('1', '1', true, true))")
    page.locator("#go").click()
    done(page)
    assert page.locator("#law .evidence").get_attribute("data-evidence") == "unknown"
    assert page.locator("#certificate").count() == 0


def test_long_study_is_cancelled(opened):
    page = opened(study("grundy_game", budget=60))
    page.locator("#cancel").wait_for()
    with page.expect_request(lambda request: request.method == "DELETE") as sent:
        page.locator("#cancel").click()
    assert page.locator("#working").is_hidden()
    assert "cancelled" in page.locator("#failed").inner_text()
    job = page.request.get(sent.value.url)
    assert job.json()["status"] == "cancelled"


def test_error_in_rules_is_shown_with_a_caret(opened):
    page = opened(study("n -> n-t where t <"))
    error = page.locator("#askerror")
    error.locator("pre").wait_for()
    assert error.locator("pre").inner_text().splitlines()[1].strip() == "^"


def test_family_is_studied_for_all_its_members(opened):
    page = opened(study("bash"))
    done(page)
    assert "m+1" in page.locator("#law").inner_text()
    assert "bash(10)" in page.locator("#figure").inner_text()


def test_three_heaps_are_shown_in_slices(opened):
    page = opened(study("moore(2)[:, :, :]", budget=5))
    done(page)
    page.locator(".slices input").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#plot").focus()
    page.keyboard.press("Home")
    assert "[1, 0, 0]" in page.locator("#read").inner_text()


def test_study_in_chinese(opened):
    page = opened(study("kayles", lang="zh"))
    done(page)
    assert "已证明" in page.locator("#law").inner_text()
    assert "周期" in page.locator("#law .says").inner_text()
    assert '对 octal("0.77")，按正常规则：' in page.locator("#law .facts").inner_text()
    assert page.locator("#law [lang=en]").count() == 0
