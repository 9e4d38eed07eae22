"""The method *scaling*: the multiplication race, p -> d*p with low <= d <= high while p < goal.

**Theorem.** Let 2 <= low <= high. The mover wins at p if and only if goal/p lies in (r^e, high*r^e] for some e >= 0, r
= low*high. Multipliers 0 and 1 are no moves on heaps >= 1, so low 0 or 1 acts as 2; for high < 2, or low > high, there
are no moves. Proof: by induction, in :mod:`grundy.laws.race`; the game with 2..9 is UVa 847.

**Hypotheses, and where they are checked.** The least heap is >= 1 (`prove`); every alternative multiplies the heap by
one free variable with bounds that do not depend on the heap, or by a constant, while the heap is below the same goal,
and there is no other condition (`_race`, `_factors`); constants and sets are all the integers from low to high
(`_joined`). With parameters in the bounds, the bounds are >= 0 from the stated least values of the parameters on.
Options, and the outcomes of games with a small goal, are compared with the move generator (`_compare`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from grundy.prover.base import NotProved, Proof, make_certificate, rules_entry
from grundy.prover.boxes import Disagreement
from grundy.prover.domains import Domain, corners, family_entry, members, open_rules
from grundy.prover.inequalities import Reader, Rows, alternatives
from grundy.prover.polynomials import Poly
from grundy.rules.budget import Budget
from grundy.rules.canonical import from_canonical
from grundy.rules.family import Family
from grundy.rules.meter import Meter
from grundy.rules.moves import free_names
from grundy.rules.rulesets import TextRuleset
from grundy.rules.terms import Alternative, Rules, conjuncts, positive
from grundy.rules.values import Value

_PLAYED = 300
"""Goals up to this are played out; of the options of a heap, races up to this high are compared."""


class Race(Value):
    """Multiply by low..high until the goal is reached; polynomials in parameters."""

    low: Poly
    high: Poly
    goal: Poly

    def at(self, values: Mapping[str, int]) -> tuple[int, int, int]:
        """The numbers at values of the parameters."""
        return self.low.at(values), self.high.at(values), self.goal.at(values)


def prove(subject: TextRuleset | Family | Any, budget: Budget) -> Proof:
    """The outcomes of a race, or of all races of a family; raises NotProved, OutOfBudget.

    The law of a family's proof is that of its member whose parameters are 1 above the least values of their domain.

    >>> from grundy.games import expression
    >>> prove(expression("race(2, 9)"), Budget()).certificate["law"]
    {'kind': 'scaling', 'low': 2, 'high': 9, 'goal': 'p1'}
    """
    begun = time.perf_counter()
    if not isinstance(subject, Family | TextRuleset):
        raise NotProved("scaling: rules given as a text are needed")
    if subject.least < 1:
        raise NotProved("scaling: the least heap must be 1 or more")
    domain: Domain = {}
    if isinstance(subject, Family):
        text, names, tree = open_rules(subject)
        race, domain = _race(tree, names, subject.least)
        rules, family = family_entry(text, domain), from_canonical(text, names)
        box = max(_compare(family(**values), race.at(values), budget) for values in members(domain))
    else:
        subject.require_ending()
        race, _ = _race(subject.rules, (), subject.least)
        rules, text = rules_entry(subject), subject.canonical
        box = _compare(subject, race.at({}), budget)
    return _finished(race, domain, rules, box, begun)


def _race(rules: Rules, parameters: tuple[str, ...], least: int) -> tuple[Race, Domain]:
    """The race that the rules are, and the least values of the parameters; raises NotProved."""
    if len(rules.heaps) != 1:
        raise NotProved("scaling: the rules are not on one heap")
    reader = Reader()
    found = [race for a in rules.alternatives for race in _factors(reader, a, rules.heaps[0], parameters, least)]
    race = _joined(found)
    for domain in corners(parameters):
        bounds = (*reader.divisors, race.low, race.high, race.goal)
        shown = [d - 1 for d in reader.divisors] + list(bounds[len(reader.divisors) :])
        if all(p.never_negative(domain) for p in shown):
            return race, domain
    raise NotProved("scaling: the bounds are not seen to be at least 0")


def _factors(
    reader: Reader, alternative: Alternative, heap: str, parameters: tuple[str, ...], least: int
) -> list[Race]:
    """The races, one for each case of the conditions, that an alternative is."""
    if len(alternative.components) != 1:
        raise NotProved("scaling: a move splits the heap")
    free = [name for name in free_names(alternative, (heap,)) if name not in parameters]
    output = reader.term(alternative.components[0][0])
    factor = output.coefficient(heap)
    if factor * Poly.name(heap) != output or (factor != Poly.name(free[0]) if len(free) == 1 else bool(free)):
        raise NotProved("scaling: a move does not multiply the heap by a free variable or a constant")
    conditions = conjuncts(None if alternative.where is None else positive(alternative.where))
    cases = list(alternatives(reader, conditions, ()))
    if not free:
        return [Race(factor, factor, _goal(rows, heap, "", least)) for rows in cases]
    return [
        Race(*_bounds([p for p in rows if free[0] in p.names], free[0], parameters), _goal(rows, heap, free[0], least))
        for rows in cases
    ]


def _bounds(rows: Sequence[Poly], name: str, parameters: tuple[str, ...]) -> tuple[Poly, Poly]:
    """The least and the largest multiplier."""
    lows, highs = [Poly()], []
    for p in rows:
        c, rest = p.coefficient(name).integer, p.without([name])
        if not c or not rest.names <= set(parameters) or (rest.integer is None and abs(c) != 1):
            raise NotProved("scaling: a bound of the multiplier depends on the heap")
        if c > 0:
            lows.append(-rest if rest.integer is None else Poly.constant(-(rest.integer // c)))
        else:
            highs.append(rest if rest.integer is None else Poly.constant(rest.integer // -c))
    return _extreme(lows, max), _extreme(highs, min)


def _extreme(bounds: list[Poly], choose: Any) -> Poly:
    """The largest (or least) of bounds of which at most one has parameters; lower bounds up to 2 do not matter."""
    numbers = [p.integer for p in bounds if p.integer is not None]
    open_bounds = list(dict.fromkeys(p for p in bounds if p.integer is None))
    if not bounds or len(open_bounds) > 1 or (open_bounds and numbers and not (choose is max and max(numbers) <= 2)):
        raise NotProved("scaling: the multiplier needs one lower and one upper bound")
    return open_bounds[0] if open_bounds else Poly.constant(max(0, choose(numbers)))


def _goal(rows: Rows, heap: str, name: str, least: int) -> Poly:
    """The goal: the heap must be below it, and nothing else is asked of it."""
    goals = []
    for p in rows:
        if name in p.names:
            if heap in p.names:
                raise NotProved("scaling: a bound of the multiplier depends on the heap")
            continue
        c, rest = p.coefficient(heap).integer, p.without([heap])
        if c is not None and c >= 0 and rest.integer is not None and c * least + rest.integer >= 0:
            continue  # holds for all heaps
        if c == -1:
            goals.append(rest + 1)
        elif c is not None and c < 0 and rest.integer is not None:
            goals.append(Poly.constant(rest.integer // -c + 1))
        else:
            raise NotProved("scaling: a condition other than that the heap is below a goal")
    if len(set(goals)) != 1:
        raise NotProved("scaling: one goal is needed, the same for all moves")
    return goals[0]


def _joined(found: list[Race]) -> Race:
    """One race of several with the same goal, where their multipliers are all those from low to high."""
    if len({race.goal for race in found}) != 1:
        raise NotProved("scaling: one goal is needed, the same for all moves")
    if len(set(found)) == 1:
        return found[0]
    spans = [(race.low.integer, race.high.integer) for race in found]
    numbers: set[int] = set()
    for low, high in spans:
        if low is None or high is None or high - low > 10**6:
            raise NotProved("scaling: the multipliers are not seen to be all those from low to high")
        numbers.update(range(max(low, 2), high + 1))  # 0 and 1 are no moves
    ordered = sorted(numbers) or [0]
    if ordered != list(range(ordered[0], ordered[-1] + 1)):
        raise NotProved("scaling: the multipliers are not all those from low to high")
    return Race(Poly.constant(ordered[0]), Poly.constant(ordered[-1]), found[0].goal)


def _compare(ruleset: TextRuleset, numbers: tuple[int, int, int], budget: Budget) -> int:
    """The largest heap whose options were compared; with a small goal all outcomes are. Raises Disagreement."""
    from grundy.laws.race import RaceLaw

    low, high, goal = numbers
    if high > _PLAYED:
        return ruleset.least
    top = goal if goal <= _PLAYED else ruleset.least + 20
    law = RaceLaw(*numbers)
    lost: dict[int, bool] = {}
    for p in range(max(top, ruleset.least), ruleset.least - 1, -1):
        budget.check("playing small races out")
        options = {part[0] for (part,) in ruleset.options((p,), Meter(10**7))}
        said = {d * p for d in range(max(low, 2), high + 1)} if p < goal else set()
        if options != said:
            raise Disagreement(f"{ruleset} at {p}: derived were the options {sorted(said)}, listed {sorted(options)}")
        if goal <= _PLAYED:
            lost[p] = not any(lost.get(q, True) for q in options)
            if lost[p] != law.is_p((p,)):
                raise Disagreement(f"{ruleset} at {p}: the law says that it is P: {law.is_p((p,))}, play {lost[p]}")
    return max(top, ruleset.least)


def _finished(race: Race, domain: Domain, rules: dict[str, Any], box: int, begun: float) -> Proof:
    from grundy.laws.reading import law_from_json

    data = {"kind": "scaling"} | {key: getattr(race, key).to_json() for key in ("low", "high", "goal")}
    law = law_from_json(data, tuple(x + 1 for x in domain.values()))
    given = f" For all integers {', '.join(f'{p} >= {x}' for p, x in domain.items())}:" if domain else ""
    theorem = (
        f"In {rules['text']} the heap is multiplied by low..high while it is below the goal, low = {race.low}, high = "
        f"{race.high}, goal = {race.goal}.{given} the mover wins at p if and only if goal/p is in (r^e, high*r^e] for "
        "some e >= 0, r = low*high (low 0 or 1 acts as 2; with no multiplier left the mover loses)."
    )
    seconds = time.perf_counter() - begun
    certificate = make_certificate(
        rules=rules, law=data, method="scaling", theorem=theorem, about="outcome", seconds=seconds, box=box
    )
    return Proof(law, "scaling", theorem, certificate, seconds)
