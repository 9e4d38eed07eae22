"""Whatever stands in a file, the answer is a verdict or a CertificateError; and a changed law is not valid by luck."""

import copy
import random

import pytest
from tests.checker.making import hashed
from tests.checker.test_automata import LASKER, WYTHOFF_DATA, certificate, falling, lasker_law
from tests.checker.test_claims import claim
from tests.checker.test_extension import POWERS
from tests.checker.test_interval import RANGE
from tests.checker.test_period import KAYLES, subtraction
from tests.checker.test_scaling import ALL
from tests.checker.test_sum import MIXED
from tests.checker.test_window import BLACKBOARD

from grundy.checker.checking import check
from grundy.rules.errors import CertificateError

CERTIFICATES = [
    BLACKBOARD,
    ALL,
    KAYLES,
    MIXED,
    subtraction([2, 4, 7], 8, 3),
    RANGE,
    POWERS,
    {**WYTHOFF_DATA, "description": {"kind": "beatty", "r": 1}},
    certificate(LASKER, lasker_law(), "automaton values", measure=falling(1), box=12),
    claim("forall(a, b, iff(P(a, b), P(b, a)))", truth=True),
]
STRANGE = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    10**30,
    1.5,
    "",
    "p1",
    "a",
    "p1*",
    "p1,p1",
    [],
    [1],
    [[]],
    {},
    {"kind": "sum"},
    "\u00e9",
]


def places(data, path=()):
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data[:40]):
            yield from places(value, (*path, i))


def with_change(data, path, change):
    found = copy.deepcopy(data)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    change(inner, path[-1])
    return found


@pytest.mark.parametrize("data", CERTIFICATES, ids=lambda d: f"{d['method']} {len(d)}")
def test_strange_values_anywhere_are_answered(data):
    generator = random.Random(17)
    found = [p for p in places(data) if p and p[0] not in {"made_by", "seconds", "hash", "base"}]
    for path in generator.sample(found, min(len(found), 60)):
        strange = generator.choice(STRANGE)

        def put(inner, key, strange=strange):
            inner[key] = strange

        changed = hashed(with_change(data, path, put))
        if changed == hashed(data) or (len(path) == 1 and path[0] in {"theorem", "box"}):
            continue
        try:
            verdict = check(changed)
        except CertificateError:
            continue
        assert not verdict.valid or path[0] in {"measure", "rules", "proof", "description"} or path[-1] == "theorem", (
            path
        )


@pytest.mark.parametrize("data", CERTIFICATES, ids=lambda d: f"{d['method']} {len(d)}")
def test_missing_parts_are_answered(data):
    generator = random.Random(18)
    found = [p for p in places(data) if p and p[0] not in {"made_by", "seconds", "hash", "base"}]
    for path in generator.sample(found, min(len(found), 40)):

        def remove(inner, key):
            del inner[key]

        try:
            verdict = check(hashed(with_change(data, path, remove)))
        except CertificateError:
            continue
        assert not verdict.valid or path[0] in {"proof", "description", "measure"}, path
