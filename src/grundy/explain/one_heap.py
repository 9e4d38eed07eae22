"""What laws of one heap say of a number, step by step, with the numbers of this position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .saying import Component, Saying
from .texts import brief

if TYPE_CHECKING:
    from grundy.laws.cases import Case, CasesLaw
    from grundy.laws.functions import AfterLaw
    from grundy.laws.lower import WindowLaw
    from grundy.laws.nim import NimLaw
    from grundy.laws.periodic import PeriodicLaw
    from grundy.laws.points import PointsLaw
    from grundy.laws.race import RaceLaw
    from grundy.laws.recursion import RecursionLaw
    from grundy.laws.residue import ResidueLaw
    from grundy.laws.runs import RunsLaw
    from grundy.laws.staircase import StaircaseLaw
    from grundy.laws.window import ScaledWindowLaw

_STEPS = 4
_NUMBERS = 100_000


def nim(law: NimLaw, component: Component, say: Saying) -> list[str]:
    """The value is the size."""
    del law
    return [say("laws.nim", n=component[0], g=say.g(component))]


def residue(law: ResidueLaw, component: Component, say: Saying) -> list[str]:
    """The remainder, by a division that can be checked."""
    (n,) = component
    if law.modulus == 1:
        return [say("laws.no_move", n=n, g=say.g(component))]
    quotient, rest = divmod(n, law.modulus)
    return [say("laws.residue", n=n, q=quotient, m=law.modulus, r=rest, g=say.g(component))]


def scaled(law: ScaledWindowLaw, component: Component, say: Saying) -> list[str]:
    """The chain n -> (n-1)/k down to a number whose window says its value."""
    found: list[str] = []
    (n,) = component
    while len(found) < _STEPS:
        g = say.g((n,))
        if law.k <= 1 or n <= law.floor:
            found.append(say("laws.no_move", n=n, g=g))
            return _chained(found, law.value(component), component, say)
        if n <= law.k * law.floor:
            found.append(say("laws.window_stays", n=n, g=g, low=law.floor, v=n - law.floor))
            return _chained(found, law.value(component), component, say)
        quotient, rest = divmod(n - 1, law.k)
        if rest:
            found.append(say("laws.scaled_end", n=n, g=g, k=law.k, low=quotient + 1, v=n - quotient - 1))
            return _chained(found, law.value(component), component, say)
        found.append(say("laws.scaled_step", n=n, g=g, k=law.k, a=quotient, ga=say.g((quotient,))))
        n = quotient
    return [*found, say("laws.chain_more", g=say.g(component), v=law.value(component))]


def window(law: WindowLaw, component: Component, say: Saying) -> list[str]:
    """The least number that n may become, and the value that is new or fell out of the window."""
    found: list[str] = []
    (n,) = component
    while len(found) < _STEPS:
        low, g = law.bound(n), say.g((n,))
        if low == n:
            found.append(say("laws.no_move", n=n, g=g))
            return _chained(found, law.value(component), component, say)
        before = law.bound(n - 1)
        if low == before:
            found.append(say("laws.window_same", n=n, g=g, low=low, before=n - 1, v=n - low))
            return _chained(found, law.value(component), component, say)
        found.append(say("laws.window_moved", n=n, g=g, low=low, before=n - 1, out=before, ga=say.g((before,))))
        n = before
    return [*found, say("laws.chain_more", g=say.g(component), v=law.value(component))]


def periodic(law: PeriodicLaw, component: Component, say: Saying) -> list[str]:
    """The same place in the first period."""
    (n,) = component
    g, value = say.g(component), law.value(component)
    if n < law.preperiod:
        return [say("laws.periodic_before", n=n, g=g, start=law.preperiod, v=value)]
    rounds, place = divmod(n - law.preperiod, law.period)
    first = law.preperiod + place
    said = {"n": n, "g": g, "start": law.preperiod, "p": law.period, "m": first, "q": rounds, "v": value}
    if law.period == 1 and not law.saltus:
        return [say("laws.periodic_constant", **said)]
    if not rounds:
        return [say("laws.periodic_first", **said)]
    gm = say.g((first,))
    if not law.saltus:
        return [say("laws.periodic", gm=gm, **said)]
    base = law.value((first,))
    return [say("laws.periodic_higher", gm=gm, s=law.saltus, base=base, **said)]


def staircase(law: StaircaseLaw, component: Component, say: Saying) -> list[str]:
    """The remainder by low + high, and the step that it is on."""
    (n,) = component
    g, above = say.g(component), n - law.least
    if law.period == 1:
        return [say("laws.no_move", n=n, g=g)]
    found = [] if not law.least else [say("laws.staircase_least", n=n, least=law.least, m=above)]
    quotient, rest = divmod(above, law.period)
    said = {"m": above, "q": quotient, "p": law.period, "r": rest, "low": law.low, "g": g, "v": rest // law.low}
    return [*found, say("laws.staircase", **said)]


def race(law: RaceLaw, component: Component, say: Saying) -> list[str]:
    """The band of the goal, by multiplying up."""
    (p,) = component
    low, high = law.least_factor, law.high
    if p >= law.goal:
        return [say("laws.race_over", p=p, goal=law.goal)]
    if low > high:
        return [say("laws.race_stuck", p=p)]
    ratio, level, e = low * high, p, 0
    while level * ratio < law.goal:
        level, e = level * ratio, e + 1
    said = {"p": p, "low": low, "high": high, "r": ratio, "e": e, "a": level, "b": level * high, "goal": law.goal}
    if level * high < law.goal:
        return [say("laws.race_lost", c=level * ratio, **said)]
    return [say("laws.race_won", **said)]


def recursion(law: RecursionLaw, component: Component, say: Saying) -> list[str]:
    """The residue, and the line or the smaller heap that it names."""
    found: list[str] = []
    (heap,) = component
    value = law.value(component)
    while len(found) < _STEPS:
        g = say.g((heap,))
        if heap < law.begin:
            found.append(say("laws.first_values", n=heap, g=g, v=law.value((heap,))))
            return _chained(found, value, component, say)
        n, rest = divmod(heap, law.modulus)
        case = law.cases[rest]
        said = {"n": heap, "g": g, "k": law.modulus, "a": n, "r": rest}
        if case[0] == "linear":
            line = _line(case[1], n, case[2])
            found.append(say("laws.residues_line", line=line, v=case[1] * n + case[2], **said))
            return _chained(found, value, component, say)
        heap = n + case[1]
        found.append(say("laws.residues_recur", ga=say.g((heap,)), **said))
    return [*found, say("laws.chain_more", g=say.g(component), v=value)]


def cases(law: CasesLaw, component: Component, say: Saying) -> list[str]:
    """The remainder, and the line, the smaller heap or the law that it names."""
    found: list[str] = []
    (heap,) = component
    value = law.value(component)
    begin = law.least + len(law.start)
    while len(found) < _STEPS:
        g = say.g((heap,))
        if heap < begin:
            found.append(say("laws.first_values", n=heap, g=g, v=law.value((heap,))))
            return _chained(found, value, component, say)
        n, rest = divmod(heap, len(law.cases))
        case = law.cases[rest]
        said = {"n": heap, "g": g, "k": len(law.cases), "a": n, "r": rest}
        if case.how == "recur":
            heap = n + case.numbers[0]
            found.append(say("laws.residues_recur", **{**said, "ga": _applied(case, say.g((heap,)))}))
            continue
        found += _last_case(case, n, said, say)
        return _chained(found, value, component, say)
    return [*found, say("laws.chain_more", g=say.g(component), v=value)]


def _last_case(case: Case, n: int, said: dict[str, object], say: Saying) -> list[str]:
    """What a case says that names no smaller heap of the same law."""
    if case.law is None:
        slope, constant = case.numbers
        return [say("laws.residues_line", line=_line(slope, n, constant), v=slope * n + constant, **said)]
    from .telling import told

    inner = Saying(say.lang, "h")
    return [say("laws.residues_law", h=inner.g((n,)), **said), *told(case.law, (n,), inner)]


def _applied(case: Case, inner: str) -> str:
    from grundy.laws.functions import form_text

    return form_text(case.form, case.after, inner)


def _line(slope: int, n: int, constant: int) -> str:
    """The text of slope·n + constant with the number in it."""
    if not slope:
        return brief(constant)
    head = brief(n) if slope == 1 else f"{brief(slope)}*{brief(n)}"
    return head if not constant else f"{head} {'+' if constant > 0 else '-'} {brief(abs(constant))}"


def runs(law: RunsLaw, component: Component, say: Saying) -> list[str]:
    """The run that the heap lies in."""
    (n,) = component
    data = law.to_json()
    ends, terms = list(data["ends"]), data["terms"]
    while ends[-1] < n:
        first, *rest = terms
        if data["growth"] == "square":
            ends.append(first + rest[0] * ends[-1] + rest[1] * ends[-1] ** 2)
        else:
            ends.append(first + sum(c * e for c, e in zip(rest, reversed(ends), strict=False)))
    i = next(i for i, end in enumerate(ends) if end >= n)
    begin = ends[i - 1] + 1 if i else law.least
    return [say("laws.runs", n=n, g=say.g(component), first=begin, last=ends[i], i=i + 1, v=law.value(component))]


def points(law: PointsLaw, component: Component, say: Saying) -> list[str]:
    """The numbers of the sequence beside the heap."""
    (n,) = component
    numbers = list(law.first)
    while numbers[-1] < n and len(numbers) < _NUMBERS:
        recent = reversed(numbers[-len(law.coefficients) :])
        numbers.append(law.constant + sum(c * x for c, x in zip(law.coefficients, recent, strict=True)))
    said = {"n": n, "start": ", ".join(map(brief, numbers[:6])) + ", …"}
    if law.is_p(component):
        return [say("laws.points_lost", **said)]
    i = next((i for i, x in enumerate(numbers) if x > n), 0)
    if not i:
        return [say("laws.points_none", **said)]
    return [say("laws.points_won", a=numbers[i - 1], b=numbers[i], **said)]


def after(law: AfterLaw, component: Component, say: Saying) -> list[str]:
    """The inner law's value, and the function of it."""
    from .telling import told

    (n,) = component
    value = law.value(component)
    if n < law.least + len(law.start):
        return [say("laws.first_values", n=n, g=say.g(component), v=value)]
    x = law.law.value(component)
    found = told(law.law, component, Saying(say.lang, "h"))
    if law.form == "odious" and value:
        return [*found, say("laws.after_odious", g=say.g(component), v=value, i=x + law.numbers[0])]
    return [*found, say("laws.after", g=say.g(component), outer=outer_words(law, brief(x), say), v=value)]


def outer_words(law: AfterLaw, x: str, say: Saying) -> str:
    """The function of the inner value, of which *x* is the text."""
    from grundy.laws.functions import form_text

    from .general import formula_words

    if law.form != "odious":
        return formula_words(form_text(law.form, law.numbers, x), say)
    (shift,) = law.numbers
    return say("laws.general.odious", i=x if not shift else f"{x} {'+' if shift > 0 else '-'} {abs(shift)}")


def _chained(found: list[str], value: int, component: Component, say: Saying) -> list[str]:
    """The steps of a chain, and what they come to where there are several."""
    return found if len(found) == 1 else [*found, say("laws.chain_end", g=say.g(component), v=value)]
