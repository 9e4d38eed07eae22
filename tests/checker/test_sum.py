import pytest
from tests.checker.making import NIM, NIM_LAW, certificate, changed, hashed, periodic

from grundy.checker.checking import check
from grundy.rules.errors import CertificateError

NIM1 = certificate(NIM, NIM_LAW, "window")
BASH = certificate("h1 -> h1-v1 where v1 <= 3", periodic([0, 1, 2, 3], 0, 4), "period")


def summed(text, *parts):
    law = {"kind": "sum", "laws": [p["law"] for p in parts]}
    return certificate(text, law, "sum", proof={"heaps": list(parts)})


NIM3 = summed("h1, h2, h3 -> h1-v1, h2, h3 | h1, h2-v1, h3 | h1, h2, h3-v1", NIM1, NIM1, NIM1)
MIXED = summed("h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 <= 3", NIM1, BASH)


@pytest.mark.parametrize("data", [NIM3, MIXED])
def test_sums_are_recognised(data):
    verdict = check(data)
    assert verdict.valid, verdict.why
    assert "nim-sum" in verdict.theorem


def test_a_heap_without_moves_has_a_certificate_too():
    none = certificate("h1 -> h1", periodic([0], 0, 1), "period")
    verdict = check(summed("h1, h2 -> h1-v1, h2", NIM1, none))
    assert verdict.valid, verdict.why


def test_parts_must_fit():
    assert not check(summed("h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 <= 3", BASH, NIM1)).valid
    assert not check(summed("h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 <= 3", NIM1, NIM1)).valid
    assert not check(summed("h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 <= 3", NIM1)).valid
    wrong = changed(BASH, law=periodic([0, 1, 2, 0], 0, 4))
    assert not check(summed("h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 <= 3", NIM1, wrong)).valid
    assert not check(changed(MIXED, law={"kind": "sum", "laws": [NIM_LAW, NIM_LAW]})).valid
    loose = {**BASH, "hash": "0" * 64}
    assert not check(summed("h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 <= 3", NIM1, loose)).valid
    shared_hash = {**changed(BASH, law=periodic([0, 1], 0, 2)), "hash": NIM1["hash"]}
    assert not check(summed("h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 <= 3", NIM1, shared_hash)).valid


def test_parts_must_be_certificates():
    with pytest.raises(CertificateError):
        check(hashed({**MIXED, "proof": {"heaps": [NIM1, 3]}}))
    with pytest.raises(CertificateError):
        check(hashed({**MIXED, "proof": {"heaps": [NIM1, {**BASH, "more": 1}]}}))


@pytest.mark.parametrize(
    "text",
    [
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 where v1 <= h1+100",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 where h1 != 200",
        "h1, h2 -> h1-v1, h2 | h1, h2-v1 & 0, 0 where v1 >= 1",
    ],
)
def test_what_is_no_sum_is_refused(text):
    verdict = check(summed(text, NIM1, NIM1))
    assert not verdict.valid
