"""Certificates to verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from grundy.rules.blocking import Blocking
from grundy.rules.canonical import from_canonical
from grundy.rules.errors import CertificateError, GrundyError, LimitExceeded
from grundy.rules.family import Family
from grundy.rules.meter import Meter
from grundy.rules.rulesets import Ruleset, TextRuleset

from .brute import Small, small_components
from .clock import at_most
from .described import read_description
from .extension import check_extension
from .interval import check_interval
from .laws import Law, about, is_p, read_law, value
from .period import check_period
from .queries import TooLarge
from .reading import Data, load, require, require_bytes, require_form, require_keys
from .readings import NotLinear
from .scaling import check_scaling
from .statements import sentence
from .verdicts import Progress, Refuted, Verdict, silent
from .window import check_window

_LAWS = {
    "window": "window",
    "interval": "staircase",
    "period": "periodic",
    "extension": "periodic",
    "scaling": "scaling",
    "automaton outcomes": "automatic",
    "automaton values": "automatic",
    "sum": "sum",
}
_HINTS: dict[str, tuple[str, ...]] = {
    "window": (),
    "interval": (),
    "period": ("kind", "largest", "code", "heaps", "last"),
    "extension": ("taken",),
    "scaling": (),
    "automaton outcomes": ("side", "states", "forbidden"),
    "automaton values": ("side", "states"),
    "sum": ("heaps",),
    "claim": ("witness",),
}
"""What may stand in "proof": hints, each compared where it says something."""
_MAX_NESTED = 70
_MOVES = 1_000_000
"""How many moves the comparison with brute force looks at."""


def check(
    certificate: Mapping[str, Any] | str | Path, progress: Progress = silent, seconds: float | None = None
) -> Verdict:
    """Whether the proof of a certificate can be re-established from its rules and its law alone.

    *certificate* is its content, its JSON text, or the name of its file; *seconds* bounds the time, and what is not
    done by then is not valid. Raises CertificateError where it is none. On Ctrl-C a note of the KeyboardInterrupt says
    what was being checked.

    >>> check("no such file")
    Traceback (most recent call last):
    grundy.rules.errors.CertificateError: cannot read no such file: No such file or directory
    """
    data, text = load(certificate)
    last = ""

    def told(now: str) -> None:
        nonlocal last
        last = now
        progress(now)

    try:
        with at_most(seconds):
            return check_content(data, text, told)
    except KeyboardInterrupt as stop:
        if last:
            stop.add_note(f"checking a certificate: {last}")
        raise


def check_content(data: Data, text: str | None, progress: Progress, nested: int = 0) -> Verdict:
    """The verdict on a parsed certificate; *text* is what it was read from."""
    require_form(data)
    law = read_law(data["law"], tuple(data["rules"]["parameters"]))
    if data.get("description") is not None:
        read_description(data["description"])
    _require_claim_keys(data)
    rules = _rules(data)
    theorem = sentence(data)
    if nested > _MAX_NESTED:
        return Verdict(False, theorem, "certificates are nested too deeply")
    if data["theorem"] != theorem and data["evidence"] == "proved":
        return Verdict(False, theorem, "its text of the theorem is not what its rules and its law say")
    try:
        require_bytes(data, text)
        why = _established(data, law, rules, progress, nested)
    except (Refuted, NotLinear, TooLarge) as error:
        return Verdict(False, theorem, str(error))
    except CertificateError:
        raise
    except GrundyError as error:
        return Verdict(False, theorem, f"not re-established: {error.message}")
    return Verdict(True, theorem, why)


def _require_claim_keys(data: Data) -> None:
    names = ("claim", "truth", "base", "counterexample")
    if data["method"] != "claim":
        for name in names:
            if name in data:
                raise CertificateError(f'the certificate has the unknown key "{name}" (it is no claim)')
        return
    for name in names:
        if name not in data:
            raise CertificateError(f'the certificate has no key "{name}"')
    require(isinstance(data["claim"], str), '"claim"', "a text", data["claim"])
    require(data["truth"] in ("true", "false"), '"truth"', "true or false, as a text", data["truth"])
    require(isinstance(data["base"], dict), '"base"', "a certificate", data["base"])


def _rules(data: Data) -> Ruleset | Family:
    """The ruleset or the family; raises CertificateError where the text is none, or not canonical."""
    entry = data["rules"]
    try:
        found = from_canonical(entry["text"], entry["parameters"])
    except GrundyError as error:
        raise CertificateError(f'"rules.text" cannot be read: {error.message}') from None
    canonical = found.general[0] if isinstance(found, Family) else found.canonical
    if entry["text"] != canonical and (not isinstance(found, Family) or entry["text"] != found.canonical):
        raise CertificateError('"rules.text" is not canonical')
    return found  # type: ignore[no-any-return]


def _established(data: Data, law: Law, rules: Ruleset | Family, progress: Progress, nested: int) -> str:
    """How the proof was re-established; raises Refuted."""
    method, proof = data["method"], data["proof"]
    if method == "attested" or data["evidence"] == "attested":
        raise Refuted("attested by a solver, not proved: there is nothing here that could be re-established")
    require_keys(proof, (), _HINTS[method], '"proof"')
    if method == "claim":
        from .claims import check_claim

        if isinstance(rules, Family):
            raise Refuted("the rules have open parameters")
        return check_claim(data, law, rules, lambda base: check_content(base, None, progress, nested + 1), progress)
    if law["kind"] != _LAWS[method]:
        raise Refuted(f"a {law['kind']} law is not what the method {method} proves")
    if data["about"] != about(law) or (method == "automaton values") != (
        law["kind"] == "automatic" and about(law) == "grundy"
    ):
        raise Refuted(f"the law says {about(law)}, the certificate {data['about']}")
    if data["play"] != "normal" and method != "automaton outcomes":
        raise Refuted("the law is one of normal play")
    if data.get("description") is not None and law["kind"] != "automatic":
        raise Refuted("only an automaton has a description")
    if isinstance(rules, Family) and method not in {"window", "interval", "scaling"}:
        raise Refuted(f"the method {method} is about rules without parameters")
    why = _by_method(data, law, rules, progress, nested)
    progress("comparing the law with small positions")
    checked = _compare_with_definition(data, law, rules)
    return f"{method}: {why}; {checked}"


def _by_method(data: Data, law: Law, rules: Ruleset | Family, progress: Progress, nested: int) -> str:
    method, proof = data["method"], data["proof"]
    if method == "window":
        if not isinstance(rules, TextRuleset | Family):
            raise Refuted("window: the rules are no text")
        ruleset = rules if isinstance(rules, TextRuleset) else None
        return check_window(ruleset, rules.rules, rules.least, data["rules"].get("domain", {}), law)
    if method == "interval":
        if not isinstance(rules, TextRuleset | Family):
            raise Refuted("interval: the rules are no text")
        ruleset = rules if isinstance(rules, TextRuleset) else None
        return check_interval(ruleset, rules.rules, rules.least, data["rules"].get("domain", {}), law)
    if method == "scaling":
        if not isinstance(rules, TextRuleset | Family):
            raise Refuted("scaling: the rules are no text")
        return check_scaling(rules.rules, rules.least, data["rules"].get("domain", {}), law)
    if isinstance(rules, Family):
        raise Refuted("the rules have open parameters")
    if method == "period":
        return check_period(rules, law, proof, progress)
    if method == "extension":
        return check_extension(rules, law, proof, progress)
    if method == "sum":
        return _sum(data, law, rules, progress, nested)
    return _by_automata(data, law, rules, progress)


def _by_automata(data: Data, law: Law, rules: Ruleset, progress: Progress) -> str:
    proof = data["proof"]
    forbidden = rules.options_forbidden if isinstance(rules, Blocking) else 0
    said = {"states": len(law["delta"]), "forbidden": forbidden}
    for name, number in said.items():
        if name in proof and (type(proof[name]) is not int or proof[name] != number):
            raise Refuted(f'"proof.{name}" is not {number}')
    if data["method"] == "automaton values":
        from .values import check_values

        why = check_values(rules, law, dict(data), progress)
    else:
        from .outcomes import check_outcomes

        why = check_outcomes(rules, data["play"], law, dict(data), progress)
    if data.get("description") is not None:
        from .descriptions import check_description

        progress("comparing the law with its description")
        why += "; " + check_description(data["description"], law, rules.least)
    return why


def _sum(data: Data, law: Law, rules: Ruleset, progress: Progress, nested: int) -> str:
    from .sums import one_heap_texts

    if not isinstance(rules, TextRuleset):
        raise Refuted("sum: the rules are no text")
    texts = one_heap_texts(rules.rules, rules.least)
    parts = data["proof"].get("heaps")
    if not isinstance(parts, list) or len(parts) != len(texts) or len(law["parts"]) != len(texts):
        raise Refuted(f"sum: {len(texts)} heaps need as many laws and certificates")
    known: dict[str, Verdict] = {}
    for i, (own, part) in enumerate(zip(texts, parts, strict=True)):
        if not isinstance(part, dict):
            raise CertificateError(f'"proof.heaps[{i}]" must be a certificate')
        require_form(part)
        if part["rules"] != {"text": own, "parameters": []}:
            raise Refuted(f"sum: the certificate of heap {i + 1} is of other rules than that heap has")
        if part["law"] != data["law"]["laws"][i] or part["about"] != "grundy" or part["play"] != "normal":
            raise Refuted(f"sum: the certificate of heap {i + 1} proves another law")
        key = part["hash"]
        if key not in known:
            known[key] = check_content(part, None, progress, nested + 1)
        if not known[key].valid:
            raise Refuted(f"sum: heap {i + 1}: {known[key].why}")
    reasons = dict.fromkeys(verdict.why for verdict in known.values())
    return f"each move changes one of {len(texts)} heaps by that heap's rules ({' | '.join(reasons)})"


# -- small positions --------------------------------------------------------------------------------------------------


def _compare_with_definition(data: Data, law: Law, rules: Ruleset | Family) -> str:
    """That the law agrees with brute force on small positions (some members of a family); raises Refuted."""
    count = 0
    meter = Meter(_MOVES, what="playing small positions out")
    for ruleset, parameters in _members(data, rules):
        small = Small(ruleset, data["play"], meter)
        grundy = about(law) == "grundy"
        components = _some_components(data, law, ruleset, parameters)

        def said(c: tuple[int, ...], parameters: Mapping[str, int] = parameters, grundy: bool = grundy) -> object:
            return value(law, c, parameters) if grundy else is_p(law, c, parameters)

        for component in components:
            try:
                right: object = small.value(component) if grundy else small.is_p(component)
            except LimitExceeded:
                break  # what is proved below does not need these examples
            if said(component) != right:
                raise Refuted(f"at {component} the law says {said(component)}, the rules {right}{_at(parameters)}")
            count += 1
    return f"it agrees with brute force on {count:,} small positions"


def _some_components(data: Data, law: Law, ruleset: Ruleset, parameters: Mapping[str, int]) -> list[tuple[int, ...]]:
    if law["kind"] != "scaling":
        return list(small_components(ruleset, data["box"]))
    low, high, goal = (law[f"{name}_polynomial"].at(parameters) for name in ("low", "high", "goal"))
    ends = [goal // max(c, 1) for c in (1, high, low * high)]  # where the outcome changes, few moves from the end
    found = [p + step for p in ends for step in (-1, 0, 1, 2)] + list(range(1, 121) if goal <= 10_000 else ())
    return [(p,) for p in dict.fromkeys(found) if p >= max(ruleset.least, 1)]


def _at(parameters: Mapping[str, int]) -> str:
    return f" (for {', '.join(f'{n} = {v}' for n, v in parameters.items())})" if parameters else ""


def _members(data: Data, rules: Ruleset | Family) -> Iterator[tuple[Ruleset, dict[str, int]]]:
    """The ruleset, or some members of the family, each with the values of its parameters."""
    if not isinstance(rules, Family):
        rules.require_ending()
        yield rules, {}
        return
    entry = data["rules"]
    steps = (0, 1, 2, 5, 40) if len(entry["parameters"]) == 1 else (0, 1, 6)
    for above in product(steps, repeat=len(entry["parameters"])):
        values = {n: entry["domain"][n] + x for n, x in zip(entry["parameters"], above, strict=True)}
        try:
            member = from_canonical(entry["text"], entry["parameters"], values)
        except GrundyError as error:
            raise Refuted(f"the rules do not end{_at(values)}: {error.message}") from None
        yield member, values
