"""Certificates made by hand, as the format's description says."""

import hashlib
import json
from contextlib import suppress

from grundy.checker.checking import check
from grundy.checker.statements import sentence
from grundy.rules.errors import CertificateError


def canonical(data):
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def hashed(certificate):
    """The certificate with the theorem that its rules and its law say, and its hash."""
    if certificate.get("evidence") == "proved" and isinstance(certificate.get("theorem"), str):
        with suppress(CertificateError, AttributeError, LookupError, TypeError, ValueError):  # a form to be refused
            certificate = {**certificate, "theorem": sentence(certificate)}
    kept = {k: v for k, v in certificate.items() if k not in {"hash", "made_by", "seconds"}}
    return {**certificate, "hash": hashlib.sha256(canonical(kept).encode()).hexdigest()}


def certificate(text, law, method, *, about="grundy", play="normal", measure=None, proof=None, box=None, **more):
    domain = more.pop("domain", None)
    rules = {"text": text, "parameters": sorted(domain or {})}
    if domain:
        rules["domain"] = domain
    return hashed(
        {
            "format": "grundy certificate",
            "version": 1,
            "rules": rules,
            "play": play,
            "about": about,
            "law": law,
            "method": method,
            "theorem": "what is shown is derived by the checker",
            "measure": measure,
            "proof": proof or {},
            "box": box,
            "evidence": "proved",
            "made_by": "a test",
            "seconds": 0.5,
            **more,
        }
    )


def changed(data, **changes):
    """The certificate with some keys changed and the hash made to fit."""
    return hashed({**data, **changes})


def changed_law(data, **changes):
    return changed(data, law={**data["law"], **changes})


def file_text(data):
    return canonical(data) + "\n"


def periodic(values, preperiod, period, saltus=0, least=0):
    return {
        "kind": "periodic",
        "least": least,
        "preperiod": preperiod,
        "period": period,
        "saltus": saltus,
        "values": values,
    }


def falling(heaps):
    return {"weights": [[1] * heaps], "bounds": [0]}


NIM = "h1 -> h1-v1"
WYTHOFF = "h1, h2 -> h1-v1, h2 | h1, h2-v1 | h1-v1, h2-v1"
NIM_LAW = {"kind": "window", "least": 0, "lower": []}


def rejected(data):
    """Whether a certificate is invalid, or none at all (rules whose play may not end are none)."""
    try:
        return not check(data).valid
    except CertificateError:
        return True
