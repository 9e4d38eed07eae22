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
from grundy.rules.terms import Alternative, And, Compare, Condition, In, Int, Name, Op, Rules, Term, conjuncts, walk
from grundy.rules.text import node_text

_LOOKED_AT = 20_000
_SMALL = {1: 13, 2: 6, 3: 4}
"""How many sizes of each heap are tried, by the number of heaps."""
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def rules_words(rules: Ruleset | AnyFamily) -> tuple[str, ...]:
    """The rules in words, a sentence a line.

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
            many = "1 option" if forbidden == 1 else f"up to {forbidden} options"
            return (*rules_words(inner), f"Before each move the opponent may forbid {many}.")
        case Code():
            return _code_words(rules)
        case Compound():
            many = "one heap" if rules.at_most == 1 else f"at least one and at most {rules.at_most} of the heaps"
            return (f"A move changes {many}, each by these rules:", *rules_words(rules.one_heap))
        case TextRuleset():
            return _text_words(rules.rules, rules.least, rules.start)
        case Family():
            return _text_words(rules.rules, rules.least, rules.start, known=False)
    return (f"The moves are those of {rules}.",)


def _text_words(rules: Rules, least: int, start: Sequence[Term], *, known: bool = True) -> tuple[str, ...]:
    """Sentences about a tree of rules; *known* says that it has no open parameters."""
    heaps = rules.heaps
    before = f"a heap of {heaps[0]}" if len(heaps) == 1 else f"heaps {', '.join(heaps)}"
    stays = (tuple(map(Name, heaps)),)
    alternatives = [a for a in rules.alternatives if a.components != stays]
    lines = [f"From {before}, move to {_move(a, heaps)}." for a in alternatives] or ["There are no moves."]
    if len(lines) > 1:
        ways = [line.removeprefix(f"From {before}, move ").removesuffix(".") for line in lines]
        lines = [f"From {before}, move either", *(f"- {way}{';' if way is not ways[-1] else '.'}" for way in ways)]
    if known and any(_may_stay(a, heaps, least) for a in alternatives):
        lines.append("A move must change something.")
    if least:
        lines.append(f"Heaps are at least {least}.")
    if start:
        lines.append(f"A position is {', '.join(map(node_text, start))} at first.")
    return tuple(lines)


def _move(alternative: Alternative, heaps: tuple[str, ...]) -> str:
    """What an alternative leads to, and for which values."""
    parts = [", ".join(map(node_text, component)) for component in alternative.components]
    if len(parts) > 1:
        count = _COUNTS[len(parts)] if len(parts) < len(_COUNTS) else str(len(parts))
        kind = "heaps" if len(heaps) == 1 else "positions"
        text = f"{count} {kind} {' and '.join(parts) if len(heaps) == 1 else ' & '.join(parts)}"
    else:
        text = parts[0]
    nodes = [*(t for c in alternative.components for t in c), *([alternative.where] if alternative.where else [])]
    names = dict.fromkeys(n.name for top in nodes for n in walk(top) if isinstance(n, Name) and n.name not in heaps)
    conditions = list(conjuncts(alternative.where))
    free = [name for name in names if _is_free(name, alternative)]
    said = [_positive(name, alternative, heaps, conditions) for name in free]
    tests = [t for t in said if t] + [node_text(c) for c in conditions]
    tests = _chained(tests)
    if free:
        return f"{text} for some {', '.join(free)}" + (f" with {' and '.join(tests)}" if tests else "")
    return text + (f", if {' and '.join(tests)}" if tests else "")


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
        return ("There are no moves.",)
    return tuple(_taken(numbers, digit) for digit, numbers in kinds.items())


def _taken(numbers: list[int], digit: int) -> str:
    words = ("nothing", "one heap", "two heaps", "three heaps")
    left = _either([word for bit, word in enumerate(words) if digit >> bit & 1])
    if numbers == [0]:
        return f"Take nothing from a heap, and split it into {left}."
    return f"Take {_either([str(t) for t in numbers])} from a heap, and leave of it {left}."


def _either(words: list[str]) -> str:
    """Words with or.

    >>> _either(["1", "2", "3"])
    '1, 2 or 3'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
