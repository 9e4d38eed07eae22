"""An enumerator of moves that shares nothing with grundy: pieces of a rule text are given to Python's own ``eval``.

Every free variable runs over 0..bound, so *bound* must lie above all values that some move has; sets are by definition.
For tests only: the texts are the tests' own.
"""

import re
from itertools import product
from math import gcd


class Members:
    """A set given by its definition."""

    def __init__(self, holds):
        self.holds = holds

    def __contains__(self, x):
        return self.holds(x)


def powers(b):
    def holds(x):
        power = 1
        while power < x:
            power *= b
        return power == x

    return Members(holds)


def divisors(n):
    return Members(lambda x: x >= 1 and n >= 1 and n % x == 0)


def proper_divisors(n):
    return Members(lambda x: 1 <= x < n and n % x == 0)


def coprime(n):
    return Members(lambda x: 1 <= x <= n and gcd(x, n) == 1)


SETS = {
    "squares": Members(lambda x: x >= 1 and any(r * r == x for r in range(x + 1))),
    "primes": Members(lambda x: x >= 2 and all(x % d for d in range(2, x))),
    "fibonacci": Members(lambda x: x in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987)),
    "powers": powers,
    "divisors": divisors,
    "proper_divisors": proper_divisors,
    "coprime": coprime,
}
WORDS = {*SETS, "range", "abs", "min", "max", "and", "or", "not", "in", "set"}
GLOBALS = {"__builtins__": {}, **SETS, "range": range, "abs": abs, "min": min, "max": max, "set": set}


def split(text, sign):
    """The parts of *text* between the occurrences of *sign* outside brackets; a word must stand alone."""
    whole = re.compile(rf"\b{sign}\b" if sign.isalpha() else re.escape(sign))
    parts, depth, start, i = [], 0, 0, 0
    while i < len(text):
        depth += (text[i] in "({") - (text[i] in ")}")
        found = whole.match(text, i) if depth == 0 else None
        if found:
            parts.append(text[start:i])
            start = i = found.end()
        else:
            i += 1
    return [part.strip() for part in [*parts, text[start:]]]


def compiled(text):
    return compile(text.replace("{}", "set()"), text, "eval")


class Oracle:
    """The moves of a rule text, by brute force."""

    def __init__(self, text, bound, least=0, **parameters):
        left, right = split(text, "->")
        self.heaps = split(left, ",")
        self.least = least
        self.bound = bound
        self.parameters = {**GLOBALS, **parameters}
        self.alternatives = []
        for alternative in split(right, "|"):
            body, *where = split(alternative, "where")
            words = re.findall(r"[A-Za-z_]\w*", alternative)
            known = {*self.heaps, *parameters, *WORDS, "where"}
            free = [w for w in dict.fromkeys(words) if w not in known]
            components = [[compiled(term) for term in split(part, ",")] for part in split(body, "&")]
            self.alternatives.append((free, compiled(where[0] if where else "1 == 1"), components))

    def options(self, *component):
        """The options of a component: sorted tuples of components, in a set."""
        return {tuple(sorted(option)) for _, option in self.moves(*component)}

    def moves(self, *component):
        """Each move as the number of its alternative and the option as it stands in the text."""
        heaps = dict(zip(self.heaps, component, strict=True))
        for label, (free, where, components) in enumerate(self.alternatives):
            for values in product(range(self.bound + 1), repeat=len(free)):
                names = {**heaps, **dict(zip(free, values, strict=True))}
                names = {**self.parameters, **names}
                try:
                    if not eval(where, names):
                        continue
                    option = tuple(tuple(eval(term, names) for term in part) for part in components)
                except ZeroDivisionError:
                    continue
                if min(map(min, option)) >= self.least and option != (component,):
                    assert not free or max(values) < self.bound or self.bound < 3, f"bound {self.bound} is too small"
                    yield label, option


def listed(options):
    """Options that were listed, as a set of sorted tuples; each must come once."""
    found = [tuple(sorted(option)) for option in options]
    assert len(found) == len(set(found)), f"an option comes twice: {found}"
    return set(found)
