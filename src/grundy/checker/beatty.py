"""A description of an automatic law: its P-positions are (A_i, A_i + r·i) and their mirror images, A_i = floor(i·α).

Here α = (2 - r + sqrt(r² + 4))/2. Theorem (Wythoff, r = 1; Holladay, Math. Mag. 41 (1968); Fraenkel, Amer. Math.
Monthly 89 (1982)): it holds if, for the set L,
(1) (a, b) is in L if and only if (b, a) is;
(2) for each i >= 0 exactly one a has (a, a + r·i) in L; all differences in L are multiples of r; (0, 0) is in L;
(3) a < a' for (a, a + d) and (a', a' + d') in L with 0 <= d < d';
(4) each integer >= 1 stands in exactly one pair of L, as a smaller or a larger member. By (3) and (4) the a of the
i-th pair is the least integer in no earlier pair; floor(i·α) and floor(i·(α + r)) satisfy (2) to (4) by Beatty's
theorem, as 1/α + 1/(α + r) = 1 with α irrational; and one sequence only does. Each fact is decided by the automata of
:mod:`.subsets`.
"""

from __future__ import annotations

from typing import Any

from .machines import Machine
from .outcomes import require_numbers
from .queries import Query
from .readings import Accepted, Affine, All, Formula, No, at_most, equal, less
from .subsets import Everywhere, Subsets
from .verdicts import Refuted

_STATES = 1_000_000


def check_beatty(description: dict[str, Any], law: dict[str, Any]) -> str:
    """How the description was seen to hold; raises Refuted."""
    if law["kind"] != "automatic" or law["about"] != "outcome" or law["tracks"] != 2:
        raise Refuted("Beatty pairs describe an automaton of pairs")
    facts = _Facts(require_numbers(law["machine"]), description["r"])
    facts.symmetric()
    facts.differences()
    facts.increasing()
    facts.partition()
    return f"the automaton's pairs are those of floor(i·α), i = 0, 1, …, for r = {description['r']}"


class _Facts:
    def __init__(self, machine: Machine, r: int) -> None:
        self.machine, self.system, self.r = machine, machine.system, r
        self.a, self.b, self.i = Affine.of("a"), Affine.of("b"), Affine.of("i")
        self.pair = Accepted(machine, ("a", "b"))

    def never(self, formula: Formula, *tracks: str) -> dict[str, int] | None:
        return Query(self.system, (), tracks, formula).witness(_STATES)

    def symmetric(self) -> None:
        mirrored = Accepted(self.machine, ("b", "a"))
        found = self.never(All((self.pair, No(mirrored))), "a", "b")
        if found is not None:
            raise Refuted(f"not Beatty: ({found['a']}, {found['b']}) is a P-position, its mirror image is not")

    def differences(self) -> None:
        step = equal(self.b, self.a.plus(self.i, self.r))
        if not self.machine.accepts((0, 0)):
            raise Refuted("not Beatty: (0, 0) is no P-position")
        ways = Subsets([Query(self.system, ("i",), ("a", "b"), All((self.pair, step)))], clip=2)
        found = Everywhere(self.system, 1, [ways], lambda n: n == 1).counterexample()
        if found is not None:
            raise Refuted(f"not Beatty: no pair, or several, have the difference {self.r * found[0]}")
        pairs = Subsets([Query(self.system, ("a", "b"), (), All((self.pair, at_most(self.a, self.b))))])
        multiples = Subsets([Query(self.system, ("a", "b"), ("i",), step)])
        wrong = Everywhere(self.system, 2, [pairs, multiples], lambda p, m: m >= p).counterexample()
        if wrong is not None:
            raise Refuted(f"not Beatty: the difference of {wrong} is no multiple of {self.r}")

    def increasing(self) -> None:
        c, d = Affine.of("c"), Affine.of("d")
        smaller = less(self.b.plus(c), self.a.plus(d))  # b - a < d - c
        parts = (self.pair, Accepted(self.machine, ("c", "d")), at_most(self.a, self.b), smaller, at_most(c, self.a))
        found = self.never(All(parts), "a", "b", "c", "d")
        if found is not None:
            raise Refuted(f"not Beatty: the smaller members do not increase at {found}")

    def partition(self) -> None:
        n = Affine.of("n")
        first = All((Accepted(self.machine, ("n", "b")), at_most(n, self.b)))
        second = All((Accepted(self.machine, ("a", "n")), at_most(self.a, n)))
        queries = [Query(self.system, ("n",), ("b",), first), Query(self.system, ("n",), ("a",), second)]
        one = Subsets([Query(self.system, ("n",), (), at_most(Affine.of(1), n))])
        found = Everywhere(
            self.system, 1, [Subsets(queries, clip=2), one], lambda k, p: k == 1 or not p
        ).counterexample()
        if found is not None:
            raise Refuted(f"not Beatty: {found[0]} stands in no pair, or in several")
