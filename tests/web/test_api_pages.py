"""Pages and files: what they hold, in which language, and how browsers may keep them."""

import re

import pytest
from starlette.requests import Request
from tests.web.serving import client_of

from grundy.games import catalogue
from grundy.web.documenting import operations
from grundy.web.pages import language
from grundy.web.settings import MEANING, Limits, listed

PAGES = ("/", "/play", "/study", "/about", "/api")


@pytest.fixture(scope="module")
def client():
    with client_of() as client:
        yield client


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_in_every_language(client, path, lang):
    answer = client.get(path, params={"lang": lang})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{lang}' in answer.text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_script_or_style_of_its_own_and_nothing_from_outside(client, path):
    text = client.get(path).text
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL)
    assert all("src=" in marks or 'type="application/json"' in marks for marks, _ in scripts)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    assert not re.findall(r"""(?:src|href|action)=["'](?:https?:)?//""", text)


def test_files_that_a_page_names_are_kept_for_a_year(client):
    names = re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/").text)
    assert names
    for name in names:
        answer = client.get(name)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_file_without_its_hash_is_asked_for_again(client):
    answer = client.get("/static/grundy.css")
    assert answer.headers["cache-control"] == "public, no-cache"
    again = client.get("/static/grundy.css", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/static/grundy.css?v=0", headers={"if-none-match": '"0"'}).status_code == 200


@pytest.mark.parametrize("path", ["/static/grundy.css", "/", "/api/games"])
def test_texts_are_sent_compressed_where_that_is_taken(client, path):
    packed = client.get(path, headers={"accept-encoding": "gzip"})
    whole = client.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in whole.headers
    assert packed.text == whole.text
    assert "Accept-Encoding" in packed.headers["vary"]


@pytest.mark.parametrize("name", ["..%2Fapp.py", "app.py", "%2e%2e", "none.css", "grundy.css%00", ".css"])
def test_no_other_file_is_sent(client, name):
    assert client.get(f"/static/{name}").status_code == 404


def test_an_address_that_there_is_not_gives_the_error_page(client):
    answer = client.get("/<script>alert(1)</script>")
    assert answer.status_code == 404
    assert "&lt;script&gt;" in answer.text
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_has_a_picture(client, name):
    answer = client.get(f"/picture/{name}.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert len(answer.content) < 6_000


@pytest.mark.parametrize("path", ["/play", "/study", "/about", "/api"])
def test_an_address_with_a_slash_leads_to_the_page(client, path):
    answer = client.get(f"{path}/?position=nim%5B3%5D&lang=zh", follow_redirects=False)
    assert answer.status_code == 308
    assert answer.headers["location"] == f"{path}?position=nim%5B3%5D&lang=zh"
    assert client.get(f"{path}/").status_code == 200


@pytest.mark.parametrize("path", ["/nothing/", "/static/", "//evil.example/", "/play//", "/picture/"])
def test_no_other_address_with_a_slash_leads_anywhere(client, path):
    answer = client.request("GET", f"http://testserver{path}", follow_redirects=False)
    assert answer.status_code == 404


def test_what_the_first_reader_needs_is_made_at_the_start():
    with client_of(warm=True) as client:
        pages = client.app.state.pages
        assert set(pages.pictures) == set(catalogue.names())
        assert {"home.js", "grundy.css"} <= set(client.app.state.assets.known)


def test_what_is_no_game_has_no_picture(client):
    assert client.get("/picture/chess.svg").status_code == 404


def test_pages_answer_head(client):
    answer = client.head("/")
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("query", "accepted", "expected"),
    [
        ("", "", "en"),
        ("lang=zh", "en", "zh"),
        ("lang=xx", "", "en"),
        ("", "zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("", "fr, zh;q=0.3, en;q=0.4", "en"),
        ("", "zh;q=0", "en"),
        ("", "zh;q=x,,;q=", "en"),
    ],
)
def test_the_language_is_the_reader_s(query, accepted, expected):
    headers = [(b"accept-language", accepted.encode())]
    request = Request({"type": "http", "query_string": query.encode(), "headers": headers, "path": "/"})
    assert language(request, "en") == expected


def test_the_page_about_the_api_shows_every_operation_and_limit(client):
    text = client.get("/api").text.replace("<wbr>", "")
    for one in operations(client.app.openapi()):
        assert f"{one['method']} {one['path']}" in text
    for name, number, meaning in listed(Limits()):
        assert name in text
        assert number in text
        assert meaning.replace("'", "&#39;") in text


def test_every_limit_has_a_meaning_and_stands_in_the_documentation(pytestconfig):
    assert list(MEANING) == list(vars(Limits()))
    page = (pytestconfig.rootpath / "docs" / "serving.md").read_text(encoding="utf-8")
    for name, number, meaning in listed(Limits()):
        assert f"| `{name}` | {number} | {meaning} |" in page
