"""The method *window*: from n one may move to exactly the y with l(n) <= y < n, for all n and all parameters.

**Theorem** (L. Levine, Fractal sequences and restricted Nim, Ars Combin. 80 (2006), arXiv math/0409408). Let l be
non-decreasing by steps of 0 or 1, l(f) = f, and let the options of n >= f be all y with l(n) <= y < n. Then g(f) = 0,
and g(n) = n - l(n) if l(n) = l(n-1), else g(n) = g(l(n) - 1).

**Hypotheses, and where they are checked.** The rules are read as inequalities P >= 0 in n, y and the parameters, linear
in n and y (:mod:`.inequalities`). With t = n - y >= 1 and y >= f, each inequality is (`_piece`)

- a lower bound, y >= ceil((a n + b)/d), with d >= 1 and 0 <= a <= d: then it climbs by steps of 0 or 1, and so does
  l(n) = min(n, max(f, all of these));
- an upper bound y <= n - u, which is none for u <= 1; or true for all f <= y < n, or false for all.

Several alternatives must make up one window together (`_union`). Nothing is an option but y < n: some upper bound keeps
y <= n, and y = n is no move. With parameters, each sign is shown for all their values from a least one on (the
*domain*, found by trying small ones): counted from there, the coefficients of the polynomial are all >= 0.
The derived window is compared with the move generator on small heaps, for a family at several parameters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import gcd
from typing import Any

from grundy.prover.base import NotProved, Proof, make_certificate
from grundy.prover.boxes import BOX, require_options, require_values
from grundy.prover.domains import Domain, corners, family_entry, members, open_rules
from grundy.prover.inequalities import Reader, Rows, alternatives
from grundy.prover.polynomials import Poly
from grundy.prover.taking import taken
from grundy.rules.budget import Budget
from grundy.rules.canonical import from_canonical
from grundy.rules.family import Family
from grundy.rules.moves import free_names
from grundy.rules.rulesets import TextRuleset
from grundy.rules.terms import Alternative, Int, Name, Node, Op, Rules, Term, conjuncts, positive, rebuild
from grundy.rules.values import Value

OPTION = "<y>"
Line = tuple[Poly, Poly, Poly]


class _Piece(Value):
    """The options y with lower bounds ceil((a n + b)/d) and y <= n - taken, of one alternative."""

    lines: tuple[Line, ...]
    taken: int


class Window(Value):
    """The options are all y with l(n) <= y < n, l(n) = min(n, max(least, ceil((a n + b)/d) for (a, b, d) in lines))."""

    lines: tuple[Line, ...]
    least: int

    def bound(self, values: Mapping[str, int]) -> Callable[[int], int]:
        """The function l at values of the parameters."""
        lines = [(a.at(values), b.at(values), d.at(values)) for a, b, d in self.lines]
        return lambda n: min(n, max([self.least, *(-((a * n + b) // -d) for a, b, d in lines)]))

    def to_json(self) -> dict[str, Any]:
        """The window as the data of a law."""
        lower = [[p.to_json() for p in line] for line in self.lines]
        return {"kind": "window", "least": self.least, "lower": lower}


def prove(subject: TextRuleset | Family | Any, budget: Budget) -> Proof:
    """The window law of a one-heap ruleset, or of all members of a family; raises NotProved, OutOfBudget.

    The law of a family's proof is that of its member whose parameters are 1 above the least values of their domain.

    >>> from grundy.games import expression
    >>> print(prove(expression("bash"), Budget()).certificate["law"]["lower"])
    [[1, '-p1', 1]]
    >>> proof = prove(expression("blackboard"), Budget())
    >>> proof.certificate["rules"]["domain"], proof.certificate["law"]["lower"]
    ({'p1': 1}, [[1, 0, 'p1']])
    """
    begun = time.perf_counter()
    if isinstance(subject, Family):
        text, names, tree = open_rules(subject)
        window, domain = derive(tree, names, subject.least, budget)
        rules = family_entry(text, domain)
        box = _compare_family(from_canonical(text, names), window, domain, budget)
    elif isinstance(subject, TextRuleset):
        subject.require_ending()
        window, domain = _of_ruleset(subject, budget), {}
        rules = {"text": subject.canonical, "parameters": []}
        box = _compare(subject, window, {}, budget)
    else:
        raise NotProved("window: rules given as a text are needed")
    return _finished(window, domain, rules, box, begun)


def _of_ruleset(ruleset: TextRuleset, budget: Budget) -> Window:
    """The window of a ruleset: by its inequalities, else by its set of numbers 1..m that may be taken."""
    try:
        return derive(ruleset.rules, (), ruleset.least, budget)[0]
    except NotProved as error:
        try:
            found = taken(ruleset, budget)
        except NotProved:
            raise error from None
        if found.all_but or found.numbers != tuple(range(1, len(found.numbers) + 1)):
            raise
        return Window(_up_to(len(found.numbers)), ruleset.least)


# -- deriving l ------------------------------------------------------------------------------------------------------


def derive(rules: Rules, parameters: tuple[str, ...], least: int, budget: Budget) -> tuple[Window, Domain]:
    """The window of all rules of a family, and the least value of each parameter for which it is; raises NotProved."""
    if len(rules.heaps) != 1:
        raise NotProved("window: the rules are not on one heap")
    reader = Reader()
    heap = rules.heaps[0]
    found = [rows for a in rules.alternatives for rows in option_rows(reader, a, heap, parameters)]
    why: NotProved | None = None
    for domain in corners(parameters):
        budget.check("deriving a window")
        if not all((d - 1).never_negative(domain) for d in reader.divisors):
            why = why or NotProved("window: a divisor that may be below 1")
            continue
        try:
            pieces = [p for rows in found if (p := Signs(domain, heap, least).piece(rows)) is not None]
            return Window(_simple(_union(pieces, domain, least)), least), domain
        except NotProved as error:
            why = error
    raise why or NotProved("window: no domain of the parameters")


def option_rows(reader: Reader, alternative: Alternative, heap: str, parameters: tuple[str, ...]) -> Iterator[Rows]:
    """The alternatives of inequalities in the heap and the option that an alternative of the rules has."""
    if len(alternative.components) != 1:
        raise NotProved("window: a move splits the heap")
    output = alternative.components[0][0]
    free = [name for name in free_names(alternative, (heap,)) if name not in parameters]
    conditions = conjuncts(None if alternative.where is None else positive(alternative.where))
    option = Name(OPTION)
    if not free:
        difference = reader.term(Op("-", option, output))
        for below, above in product(list(reader.at_least_0(difference)), list(reader.at_least_0(-difference))):
            yield from (rows + below + above for rows in alternatives(reader, conditions, ()))
        return
    if len(free) > 1:
        raise NotProved("window: a move has more than one free variable")
    value = _inverse(reader, output, free[0], option)
    conditions = tuple(_put(c, free[0], value) for c in conditions)
    yield from alternatives(reader, conditions, (reader.term(value),))


def _inverse(reader: Reader, output: Term, name: str, option: Term) -> Term:
    """The free variable as a term in the heap and the option."""
    c = reader.term(output).coefficient(name).integer
    rest: Term = _put(output, name, Int(0))
    if c not in {1, -1} or any(name in p.names for atom in reader.atoms.values() for p in atom.args):
        raise NotProved("window: the option is not the free variable, or a term less or plus it")
    return Op("-", option, rest) if c == 1 else Op("-", rest, option)


def _put(node: Any, name: str, value: Term) -> Any:
    def change(found: Node) -> Node | None:
        return value if isinstance(found, Name) and found.name == name else None

    return rebuild(node, change)


class Signs:
    """Inequalities in n and y, on the region f <= y < n, for all parameters of a domain."""

    def __init__(self, domain: Domain, heap: str, least: int) -> None:
        self.domain = domain
        self.heap = heap
        self.least = least

    def piece(self, rows: Rows) -> _Piece | None:
        """The lower bounds and the upper bound that rows give together; None where they allow no option."""
        if not any(self.keeps_below(*self.row(p)) for p in rows):
            raise NotProved("window: larger heaps are not seen to be no options")
        if any(self.everywhere(-p - 1) for p in rows):  # for options below the heap
            return None
        lines, taken = [], 1
        for p in rows:
            y, n, c = self.row(p)
            if not (y + n).terms and (-y - 1).never_negative(self.domain):
                taken = max(taken, self.constant_taken(-y, c))
                continue
            if self.everywhere(p):
                continue
            lines.append(self.line(y, n, c))
        return _Piece(tuple(lines), taken)

    def row(self, p: Poly) -> tuple[Poly, Poly, Poly]:
        """The coefficients of y and n, and the rest; raises NotProved unless P is linear in y and n."""
        y, n = p.coefficient(OPTION), p.coefficient(self.heap)
        both = {OPTION, self.heap}
        if not both.isdisjoint(y.names | n.names):
            raise NotProved("window: a condition is not linear in the heap and the option")
        return y, n, p.without(both)

    def everywhere(self, p: Poly) -> bool:
        """Whether P >= 0 for all f <= y < n: at y = f, n = f + 1, and along both edges."""
        y, n, c = self.row(p)
        corner = y * self.least + n * (self.least + 1) + c
        return all(x.never_negative(self.domain) for x in (corner, n, y + n))

    def keeps_below(self, y: Poly, n: Poly, c: Poly) -> bool:
        """Whether P < 0 for all y > n >= f: it does not climb in y, and at y = n + 1 it is, for all n."""
        slope, at_least = -(y + n), -(y + n) * self.least - y - c - 1
        return all(x.never_negative(self.domain) for x in (-y, slope, at_least))

    def constant_taken(self, factor: Poly, c: Poly) -> int:
        """The least t = n - y with factor*t + c >= 0."""
        if factor.integer is not None and c.integer is not None:
            return -(c.integer // factor.integer)
        if (c + factor).never_negative(self.domain):
            return 1
        raise NotProved("window: the least number that may be taken depends on a parameter")

    def line(self, y: Poly, n: Poly, c: Poly) -> Line:
        """The lower bound y >= ceil((-n x - c)/y) of a row, its step condition checked."""
        if not y.terms:
            raise NotProved("window: a condition on the heap alone, which small heaps do not meet")
        if not (y - 1).never_negative(self.domain):
            raise NotProved("window: an upper bound of the option that is not the heap less a constant")
        if not ((-n).never_negative(self.domain) and (y + n).never_negative(self.domain)):
            raise NotProved("window: the least option does not climb by steps of 0 or 1")
        return -n, -c, y


# -- several alternatives --------------------------------------------------------------------------------------------


def _union(pieces: Sequence[_Piece], domain: Domain, least: int) -> tuple[Line, ...]:
    """The lower bounds of the one window that the pieces make up; raises NotProved."""
    pieces = list(dict.fromkeys(pieces))
    if not pieces:
        return _up_to(0)
    constants = [(p, most) for p in pieces if (most := _most_taken(p)) is not None]
    rest = [p for p in pieces if _most_taken(p) is None]
    covered = 0
    for piece, most in sorted(constants, key=lambda item: (item[0].taken, -item[1])):
        if piece.taken <= covered + 1:
            covered = max(covered, most)
    if not rest:
        if any(most > covered and most >= piece.taken for piece, most in constants):
            raise NotProved("window: the numbers that may be taken are not all from 1 to a largest one")
        return _up_to(covered)
    for main in (*rest, _Piece(_up_to(covered), 1)):
        whole = main.taken <= 1 or (main.taken <= covered + 1 and not main.lines)
        others = all(p is main or _inside(p, main, domain, least) for p in rest)
        if whole and others and all(_constant_inside(m, main, least) for _, m in constants):
            return main.lines
    raise NotProved("window: the alternatives do not make up one window")


def _up_to(most: int) -> tuple[Line, ...]:
    """The line of the window in which 1..most are taken."""
    return ((Poly.constant(1), Poly.constant(-most), Poly.constant(1)),)


def _most_taken(piece: _Piece) -> int | None:
    """The largest number that a piece takes, where that is its only bound and no parameter is in it."""
    if len(piece.lines) != 1:
        return None
    a, b, d = piece.lines[0]
    return -b.integer if a.integer == d.integer == 1 and b.integer is not None else None


def _inside(part: _Piece, whole: _Piece, domain: Domain, least: int) -> bool:
    """Whether each option of *part* is seen to be one of *whole*: each line of whole is below one of part."""

    def below(line: Line, other: Line) -> bool:
        (a, b, d), (e, c, k) = line, other
        slope, shift = e * d - a * k, c * d - b * k
        return slope.never_negative(domain) and (slope * least + shift).never_negative(domain)

    return part.taken >= whole.taken and all(any(below(line, other) for other in part.lines) for line in whole.lines)


def _constant_inside(most: int, whole: _Piece, least: int) -> bool:
    """Whether taking up to *most* is always in the window of *whole* (beyond what it leaves out at its top)."""
    for a, b, d in whole.lines:
        if a.integer is None or b.integer is None or d.integer is None:
            return False
        slope, shift = d.integer - a.integer, b.integer + d.integer * most  # d(n - most) - a n - b = slope n - shift
        if slope == 0:
            if shift > 0:
                return False
            continue
        for n in range(least + 1, max(least, -(-shift // slope)) + 1):
            low = -((a.integer * n + b.integer) // -d.integer)
            if max(least, n - most) < low:
                return False
    return True


def _simple(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines in lowest terms, each once."""
    found = []
    for a, b, d in lines:
        if a.integer is not None and b.integer is not None and d.integer is not None:
            k = gcd(a.integer, d.integer)
            numbers = (a.integer // k, -(b.integer // -k), d.integer // k)
            found.append((Poly.constant(numbers[0]), Poly.constant(numbers[1]), Poly.constant(numbers[2])))
        else:
            found.append((a, b, d))
    return tuple(dict.fromkeys(found))


# -- comparing and writing -------------------------------------------------------------------------------------------


def _compare(ruleset: TextRuleset, window: Window, values: Mapping[str, int], budget: Budget) -> int:
    """The largest heap up to which moves and values were compared; raises Disagreement."""
    bound = window.bound(values)

    def value(n: int) -> int:
        low = bound(n)
        while n > window.least and low != bound(n - 1):
            n, low = low - 1, bound(low - 1)
        return n - low

    require_options(ruleset, lambda n: range(bound(n), n), budget)
    return require_values(ruleset, value, budget)


def _compare_family(family: Family, window: Window, domain: Domain, budget: Budget) -> int:
    """The same for some members."""
    for values in members(domain):
        _compare(family(**values), window, values, budget)
    return family.least + BOX


def _finished(window: Window, domain: Domain, rules: dict[str, Any], box: int, begun: float) -> Proof:
    from grundy.laws.reading import law_from_json

    data = window.to_json()
    law = law_from_json(data, tuple(x + 1 for x in domain.values()))
    theorem = _theorem(window, domain, str(rules["text"]))
    seconds = time.perf_counter() - begun
    certificate = make_certificate(
        rules=rules, law=data, method="window", theorem=theorem, about="grundy", seconds=seconds, box=box
    )
    return Proof(law, "window", theorem, certificate, seconds)


def _theorem(window: Window, domain: Domain, text: str) -> str:
    lines = [_line_text(*line) for line in window.lines]
    bound = f"max({', '.join([str(window.least), *lines])})" if lines else str(window.least)
    given = f" For all integers {', '.join(f'{p} >= {x}' for p, x in domain.items())}:" if domain else ""
    return (
        f"In {text} the options of n are all y with l(n) <= y < n, l(n) = min(n, {bound}).{given} "
        f"g({window.least}) = 0, g(n) = n - l(n) if l(n) = l(n-1), else g(n) = g(l(n) - 1)."
    )


def _line_text(a: Poly, b: Poly, d: Poly) -> str:
    top = a * Poly.name("n") + b
    return str(top) if d.integer == 1 else f"ceil(({top})/{d if len(d.terms) == 1 else f'({d})'})"
