"""The page of `grundy export-page`, opened from a file in a browser without a network."""

from random import Random

from tests.web.browser.playing import (
    PHONE,
    click_any,
    click_winning,
    key_winning,
    lost,
    moves_made,
    play_on,
    ready,
    settle,
    won,
)

from grundy import split, successors
from grundy.games import expression
from grundy.match import state
from grundy.rules.positions import Position
from grundy.web.offline.data import data_of
from grundy.web.offline.graph import graph_of

POSITIONS = [
    "nim[3, 5, 7]",
    "wythoff[6, 9]",
    "kayles[7] + nim[2]",
    "race(2, 9, goal=162)[1]",
    "fibonacci_nim[9]",
    "knight[3, 4]",
    "blackboard(2)[3, 3, 7]",
    'ruleset("n -> n-t where t in {1, 2, 4} | a & a where 2*a == n and a >= 1")[9]',
]


def test_match_is_won_by_mouse(exported):
    page = exported("wythoff[4, 6]", hints="all")
    play_on(page, click_winning)
    assert won(page)


def test_match_is_won_by_keys_alone_in_chinese(exported):
    page = exported("nim[1, 3]", hints="all", lang="zh")
    ready(page)
    play_on(page, key_winning)
    assert won(page, "zh")


def test_match_is_lost_in_misere_play_on_a_phone(exported):
    page = exported("nim[1, 2, 3]", misere=True, settings=PHONE)
    play_on(page, click_any)
    assert lost(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hints_why_undo_and_the_address_work_without_a_server(exported):
    page = exported("nim[3, 5, 7]", hints="won")
    ready(page)
    page.locator('[data-id="hint"]').click()
    page.locator('[data-id="hintsteps"] li').first.wait_for()
    page.locator('[data-id="why"]').click()
    page.locator("table.bits").wait_for()
    assert "proved" in page.locator(".why .evidence").first.inner_text()
    click_any(page)
    settle(page, 1)
    assert moves_made(page) == 2
    page.reload()
    ready(page)
    assert moves_made(page) == 2
    page.locator('[data-id="undo"]').click()
    page.wait_for_function("""() => document.querySelectorAll('[data-id="trail"] li').length === 0""")


def followers(position, seed):
    """Positions of some matches from *position*."""
    dice, found = Random(seed), [position]
    for _ in range(4):
        at = position
        while options := list(at.options()):
            at = dice.choice(options)
            found.append(at)
    return list(dict.fromkeys(found))


ENGINE = """async ([data, texts, misere]) => {
    const { offlineEngine } = await import("/static/offline.js");
    const engine = offlineEngine(data);
    return Promise.all(texts.map(async (text) => [await engine.state(text, misere), await engine.why(text, misere)]));
}"""


def words(state):
    return [state[1:], split(state[:1], state[2:])] if len(state) > 1 else [state[1:]] if state else []


def test_engine_of_the_page_knows_what_the_library_knows(opened):
    page = opened("/about?lang=en")
    for position in [*map(expression, POSITIONS), successors(words, "words")["abcd"]]:
        data = {**data_of(position, graph_of(position), "en"), "lang": "en"}
        for misere in (False, True):
            positions = followers(position, seed=len(str(position)))
            answers = page.evaluate(ENGINE, [data, [str(p) for p in positions], misere])
            for one, (seen, why) in zip(positions, answers, strict=True):
                agree(one, seen, why, misere)


def test_heaps_beyond_the_numbers_of_javascript_stay_exact(opened):
    page = opened("/about?lang=en")
    position = expression("race(3, 3, goal=10**20)[1]")
    positions = [position]
    while options := list(positions[-1].options()):
        positions += options
    data = {**data_of(position, graph_of(position), "en"), "lang": "en"}
    answers = page.evaluate(ENGINE, [data, [str(p) for p in positions], False])
    assert len(positions) > 40
    for one, (seen, _) in zip(positions, answers, strict=True):
        known = state(one).to_json()
        assert by_text(seen, ("position", "text", "win")) == by_text(known, ("position", "text", "win"))


def agree(position: Position, seen, why, misere):
    known = state(position, misere=misere, limit=10_000).to_json()
    for key in ("position", "over", "outcome", "count", "complete"):
        assert seen[key] == known[key], (str(position), key)
    assert misere or seen["grundy"] == known["grundy"]
    assert known["remoteness"] is None or seen["remoteness"] == known["remoteness"]
    assert [part["board"] for part in seen["parts"]] == [part["board"] for part in known["parts"]]
    keys = ("part", "to", "position", "text", "win")
    assert by_text(seen, keys) == by_text(known, keys)
    assert why["outcome"] == known["outcome"]
    assert why["move"] is None or why["move"]["position"] in {m["position"] for m in known["moves"] if m["win"]}


def by_text(seen, keys):
    return sorted(([move[key] for key in keys] for move in seen["moves"]), key=str)
