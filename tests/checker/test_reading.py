import hashlib
import json
import random

import pytest
from tests.checker.making import NIM, NIM_LAW, canonical, certificate, changed, file_text, hashed, periodic

from grundy.checker.checking import check
from grundy.rules.errors import CertificateError

BASH = certificate("h1 -> h1-v1 where v1 <= 3", periodic([0, 1, 2, 3], 0, 4), "period")


def test_content_text_and_file_are_read(tmp_path):
    path = tmp_path / "bash.json"
    path.write_text(file_text(BASH), encoding="ascii")
    for source in (BASH, file_text(BASH), path, str(path)):
        verdict = check(source)
        assert verdict.valid, verdict.why
        assert "g(n+4) = g(n) for all n >= 0" in verdict.theorem


def test_informational_keys_may_be_anything_of_their_kind():
    assert check({**BASH, "made_by": "someone else", "seconds": 3}).valid
    assert check(file_text({**BASH, "seconds": 1e-07})).valid


@pytest.mark.parametrize("key", [k for k in BASH if k not in {"hash", "made_by", "seconds"}])
def test_a_key_that_is_missing_is_named(key):
    data = {k: v for k, v in BASH.items() if k != key}
    with pytest.raises(CertificateError, match=key):
        check(hashed(data))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "a certificate"}, "format"),
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"version": 1.0}, "version"),
        ({"method": "magic"}, "method"),
        ({"play": "both"}, "play"),
        ({"about": "all"}, "about"),
        ({"evidence": "checked"}, "evidence"),
        ({"theorem": 3}, "theorem"),
        ({"box": -1}, "box"),
        ({"box": True}, "box"),
        ({"law": []}, "law"),
        ({"law": {"kind": "guess"}}, "law.kind"),
        ({"law": {**BASH["law"], "period": "4"}}, "law.period"),
        ({"law": {**BASH["law"], "period": 4.0}}, "law.period"),
        ({"law": {**BASH["law"], "period": 0}}, "period"),
        ({"law": {**BASH["law"], "more": 1}}, "more"),
        ({"law": {**BASH["law"], "values": [0, 1, 2, True]}}, "law.values"),
        ({"law": {**BASH["law"], "values": [0, 1, 2]}}, "law.values"),
        ({"rules": "n -> n-t"}, "rules"),
        ({"rules": {"text": "h1 -> h1-v1 where", "parameters": []}}, "rules.text"),
        ({"rules": {"text": "n -> n-t where t <= 3", "parameters": []}}, "canonical"),
        ({"rules": {"text": "h1 -> h1-v1 where v1 <= p1", "parameters": ["p1"]}}, "domain"),
        ({"rules": {"text": "h1 -> h1-v1 where v1 <= 3", "parameters": [], "more": 1}}, "more"),
        ({"measure": {"weights": [[1]], "bounds": []}}, "bounds"),
        ({"measure": {"weights": [[1.0]], "bounds": [0]}}, "weights"),
        ({"proof": {"secret": 1}}, "secret"),
        ({"more": 1}, "more"),
        ({"claim": "P(1)"}, "claim"),
        ({"seconds": "1"}, "seconds"),
        ({"hash": "00"}, "hash"),
    ],
)
def test_what_is_no_certificate_is_refused_with_its_place(change, said):
    data = {**BASH, **change}
    with pytest.raises(CertificateError, match=said):
        check(data if "hash" in change else hashed(data))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "null", '{"a":NaN}', "{" * 100_000, '{"a":1,"a":1}', '{"format":[]}']
)
def test_what_is_no_json_object_is_refused(text, tmp_path):
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="ascii")
    with pytest.raises(CertificateError):
        check(path)


def test_files_that_cannot_be_read_are_refused(tmp_path):
    with pytest.raises(CertificateError, match="cannot read"):
        check(tmp_path / "none.json")
    with pytest.raises(CertificateError, match="cannot read"):
        check(tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(CertificateError, match="ASCII"):
        check(tmp_path / "bytes")


@pytest.mark.parametrize(
    "spelled",
    [
        lambda t: t + "\n",
        lambda t: t[:-1],
        lambda t: t.replace(":", ": ", 1),
        lambda t: " " + t,
        lambda t: json.dumps(dict(reversed(json.loads(t).items())), separators=(",", ":")) + "\n",
        lambda t: t.replace("window", "w\\u0069ndow", 1) if "window" in t else t.replace("period", "p\\u0065riod", 1),
        lambda t: t.replace("\n", "\r\n"),
    ],
)
def test_another_spelling_of_the_same_content_is_invalid(spelled):
    text = spelled(file_text(BASH))
    assert json.loads(text) == BASH
    verdict = check(text)
    assert not verdict.valid
    assert "canonical" in verdict.why


def test_every_byte_matters():
    text = file_text(BASH)
    free = [text.index('"made_by":"') + len('"made_by":"'), text.index('"seconds":') + len('"seconds":')]
    spared = {*range(free[0], free[0] + len("a test")), *range(free[1], free[1] + len("0.5"))}
    generator = random.Random(5)
    for at in range(len(text)):
        if at in spared:
            continue
        other = chr((ord(text[at]) + generator.randrange(1, 94) - 33) % 94 + 33)
        if other == text[at]:
            continue
        try:
            valid = check(text[:at] + other + text[at + 1 :]).valid
        except CertificateError:
            valid = False
        assert not valid, (at, text[at - 10 : at + 10])


def test_a_wrong_hash_is_invalid_and_not_unreadable():
    verdict = check({**BASH, "hash": "0" * 64})
    assert not verdict.valid
    assert "hash" in verdict.why


def test_a_law_and_a_method_must_belong_together():
    for method in ("window", "scaling", "sum", "automaton outcomes", "automaton values"):
        assert not check(changed(BASH, method=method, proof={})).valid
    assert not check(changed(BASH, about="outcome")).valid
    assert not check(changed(BASH, play="misere")).valid
    assert not check(changed(certificate(NIM, NIM_LAW, "window"), description={"kind": "beatty", "r": 1})).valid


def test_what_a_solver_attests_is_not_proved():
    verdict = check(changed(BASH, method="attested", evidence="attested", proof={"solver": "z3", "questions": []}))
    assert not verdict.valid
    assert "attested" in verdict.why
    assert not check(changed(BASH, evidence="attested")).valid


def test_the_sentence_is_the_checkers_own():
    one, other = check(BASH), check(changed(BASH, theorem="Every number is even."))
    assert one.valid
    assert one.theorem == other.theorem


def test_rules_whose_play_does_not_end_are_refused():
    with pytest.raises(CertificateError, match="end"):
        check(certificate("h1, h2 -> h2, h1", NIM_LAW, "window"))


def test_a_theorem_that_says_something_else_is_invalid_though_the_hash_fits():
    data = {**hashed(BASH), "theorem": "Every game is won."}
    kept = {k: v for k, v in data.items() if k not in {"hash", "made_by", "seconds"}}
    verdict = check({**data, "hash": hashlib.sha256(canonical(kept).encode()).hexdigest()})
    assert not verdict.valid
    assert "theorem" in verdict.why
    assert verdict.theorem != "Every game is won."
