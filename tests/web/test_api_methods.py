"""Methods, status codes and the OpenAPI document: what it says of requests is what the server does."""

import pytest
from tests.web.serving import client_of

ACTS = ("state", "move", "reply", "why", "solve", "table", "parse")
POSTED = {*(f"/api/{act}" for act in ACTS), "/api/check", "/api/study"}


@pytest.fixture(scope="module")
def client():
    with client_of() as client:
        yield client


@pytest.fixture(scope="module")
def paths(client):
    return client.get("/api/openapi.json").json()["paths"]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/state", "GET, HEAD, POST"),
        ("/api/games", "GET, HEAD"),
        ("/api/check", "POST"),
        ("/api/study", "POST"),
        ("/api/study/none", "DELETE, GET, HEAD"),
        ("/play", "GET, HEAD"),
    ],
)
@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "PATCH"])
def test_a_method_that_is_not_taken_is_answered_with_those_that_are(client, path, allowed, method):
    answer = client.request(method, path)
    assert answer.status_code == 405
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("path", ["/api/games?lang=en", "/api/state?position=nim[3]", "/api/parse?text=nim"])
def test_head_is_answered_as_get_is(client, path):
    assert client.head(path).status_code == client.get(path).status_code == 200
    assert client.head(path).headers["content-type"] == "application/json"


@pytest.mark.parametrize("body", [b'{"position":"\xff"}', b"[" * 60_000, b"{", b'{"position": nim}'])
def test_a_body_that_is_no_json_is_refused_alike(client, body):
    answer = client.post("/api/state", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"] == "the request's body is no JSON"


def test_every_status_that_is_answered_stands_in_the_document(paths):
    for path, methods in paths.items():
        for method, operation in methods.items():
            codes = set(operation["responses"])
            assert {"422", "429", "503"} <= codes, path
            assert ("404" in codes) == ("{name}" in path), path
            assert ({"400", "408", "413"} <= codes) == (method == "post"), path
    assert {path for path, methods in paths.items() if "post" in methods} == POSTED
    assert all("head" not in methods for methods in paths.values())


def test_a_text_is_not_empty_by_the_document_and_by_the_server(client, paths):
    for act in ACTS:
        fields = {one["name"]: one["schema"] for one in paths[f"/api/{act}"]["get"]["parameters"]}
        needed = [name for name in ("position", "rules", "text", "to") if fields.get(name, {}).get("type") == "string"]
        assert needed
        assert all(fields[name]["minLength"] == 1 for name in needed)
    for act in ("state", "why", "solve"):
        assert client.get(f"/api/{act}", params={"position": ""}).status_code == 422
