"""The law of values that a user has, without any rules: a conjecture, checked to the last value."""

from __future__ import annotations

import time
from collections.abc import Sequence

from grundy.discover.candidates import Candidate, candidates
from grundy.discover.catalogue import alike
from grundy.discover.pairs import pair_candidates
from grundy.discover.reading import PairTable, Series, read_values
from grundy.rules.numbers import plural

from .study import Step, Study
from .words import advice


def study_values(source: str, start: int | None = None) -> Study:
    """The law that fits the values in the file *source* ("-": standard input), *checked* to the last of them.

    *start* is the first heap where the file does not say it (0). Raises PositionError for what are no values.
    """
    begun = time.monotonic()
    data = read_values(source) if start is None else read_values(source, start=start)
    read = time.monotonic()
    found = pair_candidates(data) if isinstance(data, PairTable) else candidates(data.values, data.start, data.about)
    searched = time.monotonic()
    like = (
        alike([int(v) for v in data.values], data.start) if isinstance(data, Series) and data.about == "grundy" else []
    )
    known = like[0].text if like else "no game of the catalogue that is looked at has these values"
    steps = (
        Step("values", _size(data), True, round(read - begun, 3)),
        Step("candidates", _listed(found), bool(found), round(searched - read, 3)),
        Step("catalogue", known, bool(like), round(time.monotonic() - searched, 3)),
    )
    law = found[0].law if found else None
    bound = found[0].checked_to if found else None
    why = "no law fits all of the values and is shorter than they are"
    if found:
        why = f"it fits all the values up to {_bound(bound)}; from values alone, nothing can be proved"
    return Study(
        subject=data.name,
        canonical=None,
        play="normal",
        words=(_size(data),),
        table=None,
        law=law,
        law_text=None if law is None else law.words(),
        law_formula=None if law is None else law.formula(),
        advice=None if law is None else advice(law.to_json(), None, law),
        about=None if law is None else data.about,
        evidence="checked" if law is not None else "unknown",
        checked_to=bound if isinstance(bound, int) or bound is None else min(bound),
        method=None,
        theorem=None,
        why=why,
        values_why=None,
        outcomes_text=None,
        steps=steps,
        certificate=None,
        seconds=round(time.monotonic() - begun, 3),
        data=None if law is None else law.to_json(),
    )


def _size(data: Series | PairTable) -> str:
    kind = "Grundy values" if data.about == "grundy" else "outcomes"
    if isinstance(data, PairTable):
        (first, second), (height, width) = data.starts, data.shape
        return f"{kind} of the pairs ({first}..{first + height - 1}, {second}..{second + width - 1})"
    return f"{plural(len(data.values), 'value')} of n = {data.start}..{data.last} ({kind})"


def _listed(found: Sequence[Candidate]) -> str:
    return "; or: ".join(candidate.text for candidate in found[:4]) or "no law fits"


def _bound(bound: object) -> str:
    return f"({bound[0]}, {bound[1]})" if isinstance(bound, tuple) else str(bound)
