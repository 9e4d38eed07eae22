"""What a proof is: a law of a ruleset, shown by a named method, with a certificate that `check` re-establishes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grundy.rules.errors import GrundyError
from grundy.rules.values import Value

if TYPE_CHECKING:
    from grundy.laws.base import Law
    from grundy.rules.rulesets import Ruleset

FORMAT = "grundy certificate"
VERSION = 1
INFORMATIONAL = ("hash", "made_by", "seconds")
"""The keys that take no part in the hash."""


class NotProved(GrundyError):
    """A method does not apply, or a hypothesis of its theorem does not hold; the text says which."""


class Proof(Value):
    """A law and the certificate of its proof; *theorem* is what was proved, in one sentence."""

    law: Law
    method: str
    theorem: str
    certificate: Mapping[str, Any]
    seconds: float

    __hash__ = None  # type: ignore[assignment]


def canonical_json(data: Any) -> str:
    r"""*data* as canonical JSON: sorted keys, no white space, ASCII.

    >>> canonical_json({"b": [1, 2], "a": "φ"})
    '{"a":"\\u03c6","b":[1,2]}'
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(certificate: Mapping[str, Any]) -> str:
    """The SHA-256 of a certificate's canonical JSON, informational keys left out."""
    kept = {key: value for key, value in certificate.items() if key not in INFORMATIONAL}
    return hashlib.sha256(canonical_json(kept).encode("ascii")).hexdigest()


def nested(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """A certificate as part of another one: who made it, and in what time, is left blank, so that hashes repeat."""
    return {**certificate, "made_by": "", "seconds": 0}


def rules_entry(ruleset: Ruleset) -> dict[str, Any]:
    """The rules of a certificate for one ruleset."""
    return {"text": ruleset.canonical, "parameters": []}


def make_certificate(  # noqa: PLR0913 - the keys of a certificate
    *,
    rules: Mapping[str, Any],
    law: Mapping[str, Any],
    method: str,
    theorem: str,
    about: str,
    seconds: float,
    play: str = "normal",
    measure: Mapping[str, Any] | None = None,
    proof: Mapping[str, Any] | None = None,
    box: int | None = None,
    evidence: str = "proved",
    **more: Any,
) -> dict[str, Any]:
    """A certificate as plain data, sealed; *theorem* stays where a solver attests the law."""
    from importlib.metadata import version

    certificate: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": dict(rules),
        "play": play,
        "about": about,
        "law": dict(law),
        "method": method,
        "theorem": theorem,
        "measure": None if measure is None else dict(measure),
        "proof": dict(proof or {}),
        "box": box,
        "evidence": evidence,
        **more,
    }
    certificate["made_by"] = f"grundy {version('grundy')}"
    certificate["seconds"] = round(seconds, 3)
    return sealed(certificate)


def sealed(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """A certificate with its theorem in the checker's words, and its hash; a solver's word keeps its own."""
    from grundy.checker.statements import sentence

    theorem = certificate["theorem"] if certificate["evidence"] == "attested" else sentence(dict(certificate))
    made = {**certificate, "theorem": theorem}
    return {**made, "hash": digest(made)}
