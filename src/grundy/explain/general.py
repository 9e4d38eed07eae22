"""Laws as general sentences in each language, and what is known of their truth."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from grundy.laws.base import Law
from grundy.laws.wording import heap_names
from grundy.rules.numbers import digits

from .saying import Saying
from .texts import DEFAULT, section

if TYPE_CHECKING:
    from grundy.laws.library import Known

_SHOWN = 12


def general_words(law: Law, say: Saying) -> str:
    """The law as one sentence, or two.

    >>> from grundy.laws.residue import ResidueLaw
    >>> general_words(ResidueLaw(4), Saying("en"))
    'The Grundy value of a heap is its remainder on division by 4.'
    """
    found = _WORDS.get(type(law).__name__)
    return law.words() if found is None else found(law, say)


def evidence_words(known: Known, say: Saying) -> tuple[str, str]:
    """What is known of a law's truth: "proved", "checked to N" or "attested", and a sentence."""
    if known.evidence == "proved":
        method = known.method or known.law.kind
        named = section(say.lang, "laws").get(f"method.{method}", method)
        return "proved", say("explain.evidence.proved", method=named)
    if known.evidence == "attested":
        return "attested", say("explain.evidence.attested")
    if known.checked_to is None:
        return "checked", say("explain.evidence.checked")
    return f"checked to {known.checked_to}", say("explain.evidence.checked_to", bound=known.checked_to)


def formula_words(formula: str, say: Saying) -> str:
    """A formula with the words in it in a language.

    >>> formula_words("g(n+3) = g(n) for n >= 2", Saying("zh"))
    'g(n+3) = g(n) 对 n >= 2'
    """
    words = {key.removeprefix("formula."): text for key, text in section(say.lang, "laws").items() if key in _words()}
    found = _pattern().sub(lambda match: words[match[0]], formula)
    for sign, key in (("; ", "semicolon"), (": ", "colon")):
        found = found.replace(sign, say(f"explain.list.{key}"))
    return found


@cache
def _words() -> tuple[str, ...]:
    """The keys of the words of formulas, the longest first."""
    found = [key for key in section(DEFAULT, "laws") if key.startswith("formula.")]
    return tuple(sorted(found, key=len, reverse=True))


@cache
def _pattern() -> re.Pattern[str]:
    words = "|".join(re.escape(key.removeprefix("formula.")) for key in _words())
    return re.compile(rf"\b(?:{words})\b")


def _residue(law: Any, say: Saying) -> str:
    return say("laws.general.none") if law.modulus == 1 else say("laws.general.residue", m=law.modulus)


def _scaled(law: Any, say: Saying) -> str:
    return say("laws.general.none") if law.k <= 1 else say("laws.general.scaled", k=law.k, floor=law.floor)


def _periodic(law: Any, say: Saying) -> str:
    said = {"p": law.period, "start": law.preperiod, "s": law.saltus, "v": law.values[-1]}
    if law.period == 1 and not law.saltus:
        return say("laws.general.constant", **said)
    if law.expression is not None:
        return say("laws.general.expression", expression=law.expression)
    return say("laws.general.periodic_higher" if law.saltus else "laws.general.periodic", **said)


def _staircase(law: Any, say: Saying) -> str:
    if law.period == 1:
        return say("laws.general.none")
    return say("laws.general.expression", expression=law.expression)


def _race(law: Any, say: Saying) -> str:
    low, high = law.least_factor, law.high
    if low > high:
        return say("laws.general.none_lost")
    return say("laws.general.race", r=low * high, high=high, goal=law.goal)


def _beatty(law: Any, say: Saying) -> str:
    if law.r == 1:
        return say("laws.general.golden")
    from .several_heaps import alpha_text

    return say("laws.general.beatty", r=law.r, alpha=alpha_text(law))


def _automatic(law: Any, say: Saying) -> str:
    from .several_heaps import system_words

    key = "automatic_value" if law.about == "grundy" else "automatic"
    return say(f"laws.general.{key}", states=len(law.delta), system=system_words(law.system, say))


def _sum(law: Any, say: Saying) -> str:
    kinds = [general_words(inner, say) for inner in law.laws]
    if len(set(kinds)) > 1:
        kinds = [say("laws.general.of_heap", which=say.ordinal(i), law=words) for i, words in enumerate(kinds, 1)]
    return say.sentences([say("laws.general.sum"), *dict.fromkeys(kinds)])


def _cases(law: Any, say: Saying) -> str:
    count = getattr(law, "modulus", None) or len(law.cases)
    return say("laws.general.remainder", k=count, formula=formula_words(law.formula(), say))


def _function(law: Any, say: Saying) -> str:
    from .functions import function_words

    return say("laws.general.function", f=function_words(law, say))


def _runs(law: Any, say: Saying) -> str:
    return say("laws.general.runs", ends=", ".join(map(digits, law.ends[:8])), v=", ".join(map(digits, law.values[:8])))


def _after(law: Any, say: Saying) -> str:
    from .one_heap import outer_words

    outer = outer_words(law, "h", say)
    return say.sentences([say("laws.general.after", outer=outer), general_words(law.law, say)])


def _points(law: Any, say: Saying) -> str:
    return say("laws.general.points", formula=formula_words(law.formula(), say))


def _pairs(law: Any, say: Saying) -> str:
    return say.sentences([say("laws.general.pairs", of=formula_words(law.of, say)), general_words(law.law, say)])


def _grid(law: Any, say: Saying) -> str:
    (p, q), (a, b) = law.periods, law.preperiods
    key = "grid_start" if law.preperiods != law.least else "grid"
    found = say(f"laws.general.{key}", p=p, q=q, a=a, b=b)
    if key == "grid" and p * q <= _SHOWN:
        from .several_heaps import condition

        return say.sentences([found, say("laws.general.loses", condition=condition(law.losing, say))])
    return found


def _digits(law: Any, say: Saying) -> str:
    names = [n for n, w in zip(heap_names(law.heaps), law.weights, strict=True) if w]
    if law.base == law.modulus == 2:
        return say("laws.general.xor", names=say.listed(names))
    if set(law.weights) - {0, 1}:
        times = [say("laws.general.times", n=n, w=w) for n, w in zip(heap_names(law.heaps), law.weights, strict=True)]
        names = [text for text, w in zip(times, law.weights, strict=True) if w]
    return say("laws.general.digits", names=say.listed(names), base=law.base, m=law.modulus)


def _condition(law: Any, say: Saying) -> str:
    from .several_heaps import condition

    return say("laws.general.condition", condition=condition(law.condition, say))


def _order(law: Any, say: Saying) -> str:
    parts = {"a < b": law.less, "a = b": law.equal, "a > b": law.greater}
    kinds = {general_words(inner, say) for inner in parts.values()}
    if len(kinds) == 1:
        return say.sentences([say("laws.general.order_same"), kinds.pop()])
    lines = [say("laws.general.where", sign=sign, law=general_words(inner, say)) for sign, inner in parts.items()]
    return say.sentences([say("laws.general.order"), *lines])


def _small(law: Any, say: Saying) -> str:
    inner = general_words(law.small, say)
    return say.sentences([general_words(law.law, say), say("laws.general.small", most=law.most, law=inner)])


def _blocks(law: Any, say: Saying) -> str:
    from grundy.laws.wording import remainders_text

    from .several_heaps import condition

    rests = condition(remainders_text((law.size,) * law.heaps, law.members), say)
    return say.sentences([say("laws.general.blocks", k=law.size, condition=rests), general_words(law.law, say)])


def _last_digit(law: Any, say: Saying) -> str:
    from .several_heaps import system_words

    bound = "m" if law.factor == 1 else f"{digits(law.factor)}*m"
    which = say(f"laws.general.heap_{law.heap}"), say(f"laws.general.heap_{1 - law.heap}")
    said = {"bound": bound, "n": which[0], "m": which[1]}
    return say("laws.general.last_digit", system=system_words(law.system, say), **said)


def _outcome_only(law: Any, say: Saying) -> str:
    return say.sentences([say("laws.general.zeros"), general_words(law.law, say)])


_WORDS: dict[str, Callable[[Any, Saying], str]] = {
    "NimLaw": lambda _, say: say("laws.general.nim"),
    "ResidueLaw": _residue,
    "ScaledWindowLaw": _scaled,
    "WindowLaw": lambda law, say: say("laws.general.window", formula=law.formula()),
    "PeriodicLaw": _periodic,
    "StaircaseLaw": _staircase,
    "RaceLaw": _race,
    "RecursionLaw": _cases,
    "CasesLaw": _cases,
    "RunsLaw": _runs,
    "PointsLaw": _points,
    "AfterLaw": _after,
    "ArithmeticLaw": _function,
    "FunctionLaw": _function,
    "BeattyLaw": _beatty,
    "AutomaticLaw": _automatic,
    "SumLaw": _sum,
    "PairLaw": _pairs,
    "GridLaw": _grid,
    "DigitSumLaw": _digits,
    "TotalLaw": _condition,
    "RemaindersLaw": _condition,
    "OrderLaw": _order,
    "SmallLaw": _small,
    "BlocksLaw": _blocks,
    "LastDigitLaw": _last_digit,
    "OutcomeOnlyLaw": _outcome_only,
}
