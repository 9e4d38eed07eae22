"""Rules in words, from their tree alone: what a heap, or several, may become."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from grundy.rules.blocking import Blocking
from grundy.rules.codes import Code
from grundy.rules.compound import Compound
from grundy.rules.errors import GrundyError
from grundy.rules.family import Family
from grundy.rules.meter import Meter
from grundy.rules.moves import AlternativeMoves
from grundy.rules.rulesets import AnyFamily, Ruleset, TextRuleset
from grundy.rules.said import joined, said
from grundy.rules.terms import (
    Alternative,
    And,
    Compare,
    Condition,
    In,
    Int,
    Name,
    NamedSet,
    Not,
    Op,
    Or,
    Rules,
    Term,
    conjuncts,
    walk,
)
from grundy.rules.text import node_text

_LOOKED_AT = 20_000
_SMALL = {1: 13, 2: 6, 3: 4}
"""How many sizes of each heap are tried, by the number of heaps."""
_SETS = {
    "squares": ("{t} in squares", "{t} not in squares"),
    "primes": ("{t} in primes", "{t} not in primes"),
    "fibonacci": ("{t} in fibonacci", "{t} not in fibonacci"),
    "powers": ("{t} in powers({a0})", "{t} not in powers({a0})"),
    "divisors": ("{t} in divisors({a0})", "{t} not in divisors({a0})"),
    "proper_divisors": ("{t} in proper_divisors({a0})", "{t} not in proper_divisors({a0})"),
    "coprime": ("{t} in coprime({a0})", "{t} not in coprime({a0})"),
    "range": ("{t} in range({a0}, {a1})", "{t} not in range({a0}, {a1})"),
}
"""The words of being in a set of the rules language, and of not being in it."""
_COUNTS = tuple(
    said(word) for word in ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
)


def rules_words(rules: Ruleset | AnyFamily) -> tuple[str, ...]:
    """The rules in words, a sentence a line, which other languages know by their templates.

    >>> from grundy.games import expression
    >>> rules_words(expression("bash(3)"))
    ('From a heap of n, move to n-t for some t with 1 <= t <= 3.',)
    >>> rules_words(expression("kayles"))
    ('Take 1 or 2 from a heap, and leave of it nothing, one heap or two heaps.',)
    >>> for line in rules_words(expression("fibonacci_nim")):
    ...     print(line)
    From heaps n, m, move to n-t, 2*t for some t with 1 <= t <= m.
    A position is n, n-1 at first.
    """
    match rules:
        case Blocking(inner=inner, options_forbidden=forbidden):
            many = said("1 option") if forbidden == 1 else said("up to {count} options", count=forbidden)
            return (*rules_words(inner), said("Before each move the opponent may forbid {many}.", many=many))
        case Code():
            return _code_words(rules)
        case Compound():
            many = said("one heap")
            if rules.at_most > 1:
                many = said("at least one and at most {count} of the heaps", count=rules.at_most)
            return (said("A move changes {many}, each by these rules:", many=many), *rules_words(rules.one_heap))
        case TextRuleset():
            return _text_words(rules.rules, rules.least, rules.start)
        case Family():
            return _text_words(rules.rules, rules.least, rules.start, known=False)
    return (said("The moves are those of {rules}.", rules=rules),)


def _text_words(rules: Rules, least: int, start: Sequence[Term], *, known: bool = True) -> tuple[str, ...]:
    """Sentences about a tree of rules; *known* says that it has no open parameters."""
    heaps = rules.heaps
    before = said("a heap of {heap}", heap=heaps[0])
    if len(heaps) > 1:
        before = said("heaps {heaps}", heaps=", ".join(heaps))
    stays = (tuple(map(Name, heaps)),)
    alternatives = [a for a in rules.alternatives if a.components != stays]
    ways = [_move(a, heaps) for a in alternatives]
    lines: list[str] = [said("From {heaps}, move to {way}.", heaps=before, way=way) for way in ways]
    if len(ways) > 1:
        lines = [said("From {heaps}, move either", heaps=before)]
        lines += [said("- to {way};", way=way) for way in ways[:-1]]
        lines.append(said("- to {way}.", way=ways[-1]))
    elif not ways:
        lines = [said("There are no moves.")]
    if known and any(_may_stay(a, heaps, least) for a in alternatives):
        lines.append(said("A move must change something."))
    if least:
        lines.append(said("Heaps are at least {least}.", least=least))
    if start:
        lines.append(said("A position is {start} at first.", start=", ".join(map(node_text, start))))
    return tuple(lines)


def _move(alternative: Alternative, heaps: tuple[str, ...]) -> str:
    """What an alternative leads to, and for which values."""
    text = _left(alternative, heaps)
    nodes = [*(t for c in alternative.components for t in c), *([alternative.where] if alternative.where else [])]
    names = dict.fromkeys(n.name for top in nodes for n in walk(top) if isinstance(n, Name) and n.name not in heaps)
    conditions = list(conjuncts(alternative.where))
    free = [name for name in names if _is_free(name, alternative)]
    positive = [_positive(name, alternative, heaps, conditions) for name in free]
    several = len(conditions) + len([t for t in positive if t]) > 1
    said_of = [_inside(c, (Or,)) if several else condition_words(c) for c in conditions]
    tests = _chained([t for t in positive if t] + said_of)
    listed, needed = ", ".join(free), joined("{a} and {b}", tests)
    if free and tests:
        return said("{what} for some {names} with {tests}", what=text, names=listed, tests=needed)
    if free:
        return said("{what} for some {names}", what=text, names=listed)
    return said("{what}, if {tests}", what=text, tests=needed) if tests else text


def _left(alternative: Alternative, heaps: tuple[str, ...]) -> str:
    """What a move leaves: ``n-t``, ``two heaps a and b``."""
    parts = [", ".join(map(node_text, component)) for component in alternative.components]
    if len(parts) == 1:
        return parts[0]
    count = _COUNTS[len(parts)] if len(parts) < len(_COUNTS) else str(len(parts))
    if len(heaps) > 1:
        return said("{count} positions {parts}", count=count, parts=" & ".join(parts))
    return said("{count} heaps {parts}", count=count, parts=joined("{a} and {b}", parts))


def condition_words(condition: Condition) -> str:
    """A condition as it stands in rules; other languages have words for and, or, in and the sets.

    >>> from grundy.rules.parsing import parse_condition
    >>> condition_words(parse_condition("not(a<b or(b in{1,2}))and abs(a-b)!=-1"))
    'not (a < b or b in {1, 2}) and abs(a-b) != -1'
    """
    match condition:
        case In(term=term, members=NamedSet(name=name, args=args), negated=negated) if name in _SETS:
            return said(
                _SETS[name][negated], t=node_text(term), **{f"a{i}": node_text(arg) for i, arg in enumerate(args)}
            )
        case In(term=term, members=members, negated=negated):
            template = "{t} not in {set}" if negated else "{t} in {set}"
            return said(template, t=node_text(term), set=node_text(members))
        case And(parts=parts, chain=False):
            return joined("{a} and {b}", [_inside(p, (Or, And)) for p in parts])
        case Or(parts=parts):
            return joined("{a} or {b}", [_inside(p, (Or,)) for p in parts])
        case Not(part=part):
            return said("not {test}", test=_inside(part, (Or, And)))
    return node_text(condition)


def _inside(condition: Condition, kinds: tuple[type, ...]) -> str:
    """A condition inside another one, in brackets where it is of some kinds (and no chain)."""
    words = condition_words(condition)
    bracketed = isinstance(condition, kinds) and not (isinstance(condition, And) and condition.chain)
    return said("({test})", test=words) if bracketed else words


def _may_stay(alternative: Alternative, heaps: tuple[str, ...], least: int) -> bool:
    """Whether some choice of the values that the words allow gives back the component itself, which is no move.

    Small heaps are tried, and those about the numbers of the rules; in doubt it may.
    """
    if len(alternative.components) != 1:
        return False
    conditions = list(conjuncts(alternative.where))
    names = {n.name for t in alternative.components[0] for n in walk(t) if isinstance(n, Name)} - {*heaps}
    said = [Compare(">=", Name(n), Int(1)) for n in sorted(names) if _positive(n, alternative, heaps, conditions)]
    second = (Int(least),)  # of two components none is left out
    tried = Alternative((*alternative.components, second), And((*conditions, *said)) if conditions or said else None)
    constants = {n.value for node in alternative.nodes() for n in walk(node) if isinstance(n, Int)}
    about = {c + d for c in constants if 0 <= c <= _LOOKED_AT for d in (-1, 0, 1)} if len(heaps) == 1 else set()
    sizes = sorted({*range(least, least + _SMALL.get(len(heaps), 2)), *(c for c in about if c >= least)})
    meter = Meter(_LOOKED_AT)
    try:
        moves = AlternativeMoves(tried, heaps, least)
        return any(moves.leads_to(c, (c, (least,)), meter) for c in product(sizes, repeat=len(heaps)))
    except GrundyError:
        return True


def _is_free(name: str, alternative: Alternative) -> bool:
    """Whether a name is a free variable: it stands in what is left, or has a condition of its own (not a parameter)."""
    in_terms = {n.name for c in alternative.components for t in c for n in walk(t) if isinstance(n, Name)}
    return name in in_terms


def _positive(name: str, alternative: Alternative, heaps: tuple[str, ...], conditions: list[Condition]) -> str:
    """``t >= 1`` where a move takes t, and t = 0 would be no move."""
    if len(alternative.components) != 1:
        return ""
    for term, heap in zip(alternative.components[0], heaps, strict=True):
        if term != Name(heap) and not _takes(term, heap, name):
            return ""
    if any(_says_positive(c, name) for c in conditions):
        return ""
    return f"{name} >= 1"


def _takes(term: Term, heap: str, name: str) -> bool:
    """Whether a term is the heap less (or plus) the variable."""
    if not isinstance(term, Op) or term.op not in "+-" or term.left != Name(heap):
        return False
    factor = term.right
    if isinstance(factor, Op) and factor.op == "*":
        return Name(name) in (factor.left, factor.right)
    return factor == Name(name)


def _says_positive(condition: Condition, name: str) -> bool:
    match condition:
        case Compare(op=">=", left=Name(name=left), right=Int(value=value)):
            return left == name and value >= 1
        case Compare(op="<=", left=Int(value=value), right=Name(name=right)):
            return right == name and value >= 1
        case Compare(op="==", left=Name(name=left)):
            return left == name
    return isinstance(condition, In) and not condition.negated and condition.term == Name(name)


def _chained(tests: list[str]) -> list[str]:
    """``t >= 1`` and ``t <= m`` as ``1 <= t <= m``; a chain is kept together.

    >>> _chained(["t >= 1", "t <= m"]), _chained(["1 <= t", "t <= m"])
    (['1 <= t <= m'], ['1 <= t <= m'])
    """
    found: list[str] = []
    for test in tests:
        words = test.split(" ")
        before = found[-1].split(" ") if found else []
        if len(words) == 3 == len(before) and words[1] in ("<=", "<"):
            if before[1] == ">=" and before[0] == words[0]:
                found[-1] = f"{before[2]} <= {test}"
                continue
            if before[1] in ("<=", "<") and before[2] == words[0]:
                found[-1] = f"{before[0]} {before[1]} {test}"
                continue
        found.append(test)
    return found


def _code_words(code: Code) -> tuple[str, ...]:
    """What each number taken may leave, equal ones together."""
    kinds: dict[int, list[int]] = {}
    for taken, digit in enumerate(code.digits):
        if digit:
            kinds.setdefault(digit, []).append(taken)
    if not kinds:
        return (said("There are no moves."),)
    return tuple(_taken(numbers, digit) for digit, numbers in kinds.items())


def _taken(numbers: list[int], digit: int) -> str:
    words = (said("nothing"), said("one heap"), said("two heaps"), said("three heaps"))
    left = _either([word for bit, word in enumerate(words) if digit >> bit & 1])
    if numbers == [0]:
        return said("Take nothing from a heap, and split it into {left}.", left=left)
    taken = _either([str(t) for t in numbers])
    return said("Take {count} from a heap, and leave of it {left}.", count=taken, left=left)


def _either(words: list[str]) -> str:
    """Words with or.

    >>> _either(["1", "2", "3"])
    '1, 2 or 3'
    """
    if len(words) == 1:
        return words[0]
    return said("{most} or {last}", most=joined("{a}, {b}", words[:-1]), last=words[-1])
