"""The JSON API: the names and results of the library."""

import json
import time

import pytest
from tests.web.serving import client_of

import grundy
from grundy.explain import why
from grundy.explain.texts import in_language
from grundy.games import expression, summaries
from grundy.match import state
from grundy.prover.base import canonical_json
from grundy.rules.said import said
from grundy.web.answers import ELSEWHERE, on_page

RULES = "a, b -> a-t, b | a, b-t | a-t, b-t"


@pytest.fixture(scope="module")
def client():
    with client_of() as client:
        yield client


def plain(data):
    return json.loads(json.dumps(data))


def finished(client, job):
    for _ in range(300):
        data = client.get(f"/api/study/{job}").json()
        if data["status"] not in ("waiting", "running"):
            return data
        time.sleep(0.05)
    raise TimeoutError(job)


@pytest.mark.parametrize("text", ["nim[3, 6, 9]", "wythoff[5, 8]", "octal('0.77')[12] + nim[5]", "nim[10**30, 7]"])
def test_the_state_of_a_position_is_the_library_s(client, text):
    expected = plain(state(expression(text), limit=400).to_json())
    assert client.get("/api/state", params={"position": text}).json() == expected


@pytest.mark.parametrize("misere", [0, 1])
@pytest.mark.parametrize("text", ["nim[1, 2, 2]", "kayles[7]"])
def test_a_solution_is_the_library_s(client, text, misere):
    expected = plain(grundy.solve(expression(text), misere=bool(misere)).to_json())
    assert client.get("/api/solve", params={"position": text, "misere": misere}).json() == expected


def test_a_query_and_json_give_the_same(client):
    asked = {"position": f'ruleset("{RULES}")[3, 4]', "misere": False}
    by_get, by_post = client.get("/api/state", params=asked), client.post("/api/state", json=asked)
    assert by_get.status_code == by_post.status_code == 200
    assert by_get.json() == by_post.json()


def test_a_move_is_answered_by_the_state_that_it_leads_to(client):
    moved = client.get("/api/move", params={"position": "nim[3, 6, 9]", "to": "nim[3, 6, 5]"})
    assert moved.json()["position"] == "nim[3, 6, 5]"
    assert moved.json()["outcome"] == "P"


def test_what_is_no_move_is_refused(client):
    refused = client.get("/api/move", params={"position": "nim[3, 6, 9]", "to": "nim[3, 5, 8]"})
    assert refused.status_code == 422
    assert (refused.json()["error"], refused.json()["at"]) == ("nim[3, 5, 8] is no option of nim[3, 6, 9]", 0)
    assert refused.json()["translations"] == {"zh": "没有一步能从 nim[3, 6, 9] 走到 nim[3, 5, 8]"}


def test_the_machine_wins_a_won_position(client):
    reply = client.get("/api/reply", params={"position": "nim[3, 6, 9]"}).json()
    assert reply["position"] == "nim[3, 6, 5]"
    assert reply["perfect"] is True
    assert reply["state"] == client.get("/api/state", params={"position": "nim[3, 6, 5]"}).json()


def test_a_seed_gives_the_same_move_again(client):
    asked = {"position": "nim[30, 40, 50]", "strength": 0, "seed": "7"}
    moves = {client.post("/api/reply", json=asked).json()["position"] for _ in range(3)}
    assert len(moves) == 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_why_is_the_library_s(client, lang):
    found = client.get("/api/why", params={"position": "nim[3, 6, 9]", "lang": lang}).json()
    assert found == plain(why(expression("nim[3, 6, 9]"), lang=lang).to_json())


@pytest.mark.parametrize(("rules", "to"), [("kayles", 30), ("wythoff[:6, :9]", None), (RULES, 5)])
def test_a_table_is_the_library_s_and_marks_the_p_positions(client, rules, to):
    from grundy import games

    expected = grundy.table(games.rules(rules), to)
    found = client.post("/api/table", json={"rules": rules, "to": to}).json()
    assert {**plain(expected.to_json()), "region": str(expected.region), "p": found["p"]} == found
    flat = [cell for row in found["p"] for cell in (row if isinstance(row, list) else [row])]
    assert flat == [int(value == 0) for value in expected.flat]


def test_outcomes_mark_the_p_positions_of_games_without_values(client):
    found = client.get("/api/table", params={"rules": "blocking(wythoff, 2)", "to": 4}).json()
    assert found["about"] == "outcome"
    assert found["p"] == [[int(value == "P") for value in row] for row in found["values"]]


@pytest.mark.parametrize(
    ("text", "kind", "position"),
    [
        ("nim[3, 6,9]", "position", "nim[3, 6, 9]"),
        ("wythoff", "rules", "wythoff[5, 8]"),
        ("bash", "family", "bash(10)[100]"),
        ("bash(4)", "rules", "bash(4)[12]"),
        ("kayles[:20]", "rules", "kayles[12]"),
        (RULES, "rules", f'ruleset("{RULES}")[5, 8]'),
        ("moore(2)", "rules", "moore(2)[3, 4, 5]"),
        ("race(2, 9, goal=162)", "rules", "race(2, 9, 162)[1]"),
        ('ruleset("n -> n-t where t in S", params="S")', "family", 'ruleset("n -> n-t where t in S", S={1, 2, 4})[12]'),
    ],
)
def test_a_text_is_read_and_a_position_to_play_on_is_found(client, text, kind, position):
    found = client.get("/api/parse", params={"text": text}).json()
    assert (found["kind"], found["position"]) == (kind, position)
    assert found["words"]
    assert client.get("/api/state", params={"position": position}).json()["moves"]


@pytest.mark.parametrize(
    ("text", "at"),
    [("n -> q", 5), ("nim[3, 6", 8), ("kayle[3]", 0), ('ruleset("n -> n-t where")[3]', 23), ("nim[-1]", 4)],
)
def test_the_place_of_a_fault_is_told(client, text, at):
    refused = client.get("/api/parse", params={"text": text})
    assert refused.status_code == 422
    assert refused.json()["at"] == at, refused.json()


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("nim[3, 6", "[ 没有配对：这里应有 ]"),
        ("kayle[3]", "没有叫做 kayle 的游戏；是不是想写 kayles？"),
        ("xyzzy[3]", "没有叫做 xyzzy 的游戏；游戏目录中列出了全部游戏"),
        (
            "nim[" + "9" * 1500 + "]",
            "文字中有一个数有 1,500 位，这里最多 1,000 位；",
        ),
    ],
)
def test_an_error_is_told_in_each_language(client, text, chinese):
    told = client.get("/api/parse", params={"text": text}).json()["translations"]["zh"]
    assert told.removesuffix(in_language(ELSEWHERE, "zh")) == chinese


def test_what_only_the_command_line_raises_is_not_told_on_pages():
    message = said("{reason}; --work N (work=N) raises this limit", reason=said("the options"))
    assert on_page(message, "en") == f"the options; {ELSEWHERE}"
    assert on_page(message, "zh") == f"各种走法；{in_language(ELSEWHERE, 'zh')}"
    assert on_page("a message without words", "zh") is None


def test_own_rules_are_told_in_each_language(client):
    found = client.get("/api/parse", params={"text": "n -> n-t where t in squares", "lang": "zh"}).json()
    assert found["words"] == ["一堆 n 可以变成 n-t，其中 t 满足：t 是平方数。"]


def test_the_catalogue_is_told_in_each_language(client):
    games = client.get("/api/games").json()
    assert [game["name"] for game in games] == [entry["name"] for entry in summaries()]
    assert all(set(game) >= {"name", "title", "words", "example", "parameters", "kind"} for game in games)
    chinese = client.get("/api/games", params={"lang": "zh"}).json()
    assert [game["title"] for game in chinese] != [game["title"] for game in games]
    assert next(game["parameters"] for game in games if game["name"] == "race") == ["low", "high", "goal"]


def test_a_study_is_the_library_s_with_programs_and_a_certificate(client):
    opened = client.post("/api/study", json={"rules": "bash(10)", "budget": 20})
    assert opened.status_code == 202
    job = opened.json()["job"]
    found = finished(client, job)
    assert (found["status"], found["error"], found["certificate"]) == ("done", None, True)
    expected = grundy.study(expression("bash(10)"))
    timeless = lambda data: {k: v for k, v in data.items() if k not in ("seconds", "steps")}  # noqa: E731
    assert timeless(found["study"]) == timeless(plain(expected.to_json()))
    assert [step["name"] for step in found["steps"]] == [step.name for step in expected.steps]
    assert "n % 11" in found["code"]["python"]
    assert set(found["law_words"]) == {"en", "zh"}
    chinese = found["study_words"]["zh"]
    assert chinese["theorem"].startswith("对这个游戏，按正常规则：")
    assert chinese["words"] == ["一堆 n 可以变成 n-t，其中 t 满足：1 <= t <= 10。", "无法走的人负。"]
    assert len(chinese["steps"]) == len(found["steps"])
    assert "int main" in found["code"]["cpp"]
    sent = client.get(f"/api/study/{job}/certificate")
    assert "attachment" in sent.headers["content-disposition"]
    ours = {k: v for k, v in json.loads(canonical_json(expected.certificate)).items() if k != "seconds"}
    assert {k: v for k, v in sent.json().items() if k != "seconds"} == ours
    verdict = client.post("/api/check", content=sent.content)
    assert verdict.json()["valid"] is True


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("n -> q", 5, "never bounded"),
        ("", None, ""),
        ("n -> n-t wher t", 9, ""),
        ("nim[3]", None, "is no rules"),
        ("kayle", 0, "is kayles meant?"),
    ],
)
def test_a_study_of_bad_rules_is_refused_with_the_place(client, text, at, message):
    jobs = client.app.state.service.jobs.jobs
    before = len(jobs)
    answer = client.post("/api/study", json={"rules": text})
    assert (answer.status_code, answer.json()["at"]) == (422, at)
    assert message in answer.json()["error"]
    assert len(jobs) == before


def test_a_table_tells_its_region(client):
    assert client.get("/api/table", params={"rules": "kayles", "to": 9}).json()["region"] == "kayles[:10]"


def test_errors_say_nothing_of_the_command_line(client):
    error = client.get("/api/parse", params={"text": "chess[3]"}).json()["error"]
    assert "grundy games" not in error
    assert "the catalogue lists those that there are" in error


def test_a_study_without_a_certificate_has_none_to_send(client):
    job = client.post("/api/study", json={"rules": "take_a_square", "budget": 0.3}).json()["job"]
    found = finished(client, job)
    assert (found["status"], found["certificate"]) == ("done", False)
    assert client.get(f"/api/study/{job}/certificate").json()["error"] == "this study has no certificate"


def test_a_study_that_is_not_there_is_not_found(client):
    for answer in (client.get("/api/study/none"), client.delete("/api/study/none")):
        assert answer.status_code == 404
        assert "no such study" in answer.json()["error"]


def test_an_altered_certificate_is_invalid(client):
    certificate = dict(grundy.study(expression("bash(3)")).certificate)
    certificate["law"] = {**certificate["law"], "period": 5}
    answer = client.post("/api/check", json=certificate)
    assert answer.json().get("valid") is False or answer.status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "more", "status", "message"),
    [
        ("GET", "/api/state", {}, 422, "position: field required"),
        ("GET", "/api/state", {"params": {"position": "nim[3]", "missere": 1}}, 422, "missere: extra inputs are not"),
        (
            "GET",
            "/api/state",
            {"params": {"position": "nim[3]", "misere": "x"}},
            422,
            "misere: input should be a valid",
        ),
        ("GET", "/api/reply", {"params": {"position": "nim[3]", "strength": 2}}, 422, "strength: input should be less"),
        ("GET", "/api/reply", {"params": {"position": "nim[3]", "strength": "nan"}}, 422, "strength"),
        (
            "GET",
            "/api/why",
            {"params": {"position": "nim[3]", "lang": "xx"}},
            422,
            "lang: input should be 'en' or 'zh'",
        ),
        ("POST", "/api/state", {"content": "{"}, 422, "is no JSON"),
        ("POST", "/api/state", {"content": "[" * 60_000}, 422, ""),
        ("POST", "/api/state", {"json": {"position": 3}}, 422, "position: input should be a valid string, not 3"),
        ("POST", "/api/state", {"content": '{"position": "\\ud800"}'}, 422, "not ASCII"),
        ("POST", "/api/state", {"content": "[]"}, 422, "input should be a valid"),
        ("POST", "/api/state", {}, 422, "the header Content-Type must say application/json; it is missing"),
        ("POST", "/api/check", {"content": "[]"}, 422, "a certificate is a JSON object"),
        ("POST", "/api/check", {"content": "/etc/hostname"}, 422, "no certificate"),
        ("POST", "/api/check", {"content": "é"}, 422, "not ASCII"),
        ("POST", "/api/games", {}, 405, "Method Not Allowed"),
        ("GET", "/api/nothing", {}, 404, "there is nothing at /api/nothing"),
        ("GET", "/api/table", {"params": {"rules": "nim[3]"}}, 422, "is a position"),
        ("GET", "/api/table", {"params": {"rules": "bash"}}, 422, "is a family"),
    ],
)
def test_a_bad_request_is_one_clear_error_in_json(client, method, path, more, status, message):
    headers = {"content-type": "application/json"} if "content" in more else None
    answer = client.request(method, path, headers=headers, **more)
    assert set(answer.json()) - {"translations"} == {"error", "at"}, answer.json()
    assert message in answer.json()["error"]
    assert (answer.status_code in (400, 422)) if status == 422 else answer.status_code == status


@pytest.mark.parametrize("kind", [None, "text/plain"])
def test_json_that_does_not_say_so_is_told_of_the_header(client, kind):
    headers = {} if kind is None else {"content-type": kind}
    answer = client.post("/api/state", content=b'{"position": "nim[3]"}', headers=headers)
    assert answer.status_code == 422
    given = "it is missing" if kind is None else "it is text/plain"
    assert answer.json() == {"error": f"the header Content-Type must say application/json; {given}", "at": None}


def test_the_openapi_document_names_every_act(client):
    document = client.get("/api/openapi.json").json()
    acts = ("state", "move", "reply", "why", "solve", "table", "parse", "check", "games", "study")
    assert {f"/api/{act}" for act in acts} <= set(document["paths"])
    assert document["info"]["title"] == "grundy"
