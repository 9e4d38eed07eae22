"""The sets of the rules language in programs: loops over their members."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grundy.rules.errors import Unsupported
from grundy.rules.evaluate import constant_elements
from grundy.rules.terms import Int, Name, NamedSet, SetOf, SetTerm

from .program import Piece

_FUNCTIONS = {
    "squares": '''
def squares_to(most: int) -> Heaps:
    """The squares 1, 4, 9, ... up to most."""
    found: Heaps = Heaps()
    root: int = 1
    while wide(root) * root <= most:
        found.append(root * root)
        root += 1
    return found
''',
    "primes": '''
def primes_to(most: int) -> Heaps:
    """The primes up to most."""
    found: Heaps = Heaps()
    for p in range(2, most + 1):
        prime: bool = True
        for q in found:
            if q * q > p:
                break
            if p % q == 0:
                prime = False
                break
        if prime:
            found.append(p)
    return found
''',
    "fibonacci": '''
def fibonacci_to(most: int) -> Heaps:
    """The Fibonacci numbers 1, 2, 3, 5, ... up to most."""
    found: Heaps = Heaps()
    low: int = 1
    high: int = 2
    while low <= most:
        found.append(low)
        after: int = low + high
        low = high
        high = after
    return found
''',
    "powers": '''
def powers_to(base: int, most: int) -> Heaps:
    """The powers 1, base, ... up to most."""
    found: Heaps = Heaps()
    power: wide = wide(1)
    while power <= most:
        found.append(int(power))
        power = power * base
    return found
''',
    "divisors": '''
def divisors_of(n: int) -> Heaps:
    """The divisors of n."""
    found: Heaps = Heaps()
    d: int = 1
    while wide(d) * d <= n:
        if n % d == 0:
            found.append(d)
            if d * d != n:
                found.append(n // d)
        d += 1
    return found
''',
    "coprime": '''
def coprime_to(n: int) -> Heaps:
    """The numbers from 1 to n that have no common divisor with n."""
    found: Heaps = Heaps()
    for t in range(1, n + 1):
        a: int = n
        b: int = t
        while b != 0:
            rest: int = a % b
            a = b
            b = rest
        if a == 1:
            found.append(t)
    return found
''',
}
_FUNCTIONS["proper_divisors"] = _FUNCTIONS["divisors"]


def set_piece(members: Iterable[SetTerm]) -> Piece:
    """The constants and functions that `set_loop` uses for these sets."""
    constants: dict[str, tuple[int, ...]] = {}
    functions: dict[str, None] = {}
    for found in members:
        if isinstance(found, NamedSet):
            functions[_FUNCTIONS[_known(found)]] = None
        else:
            elements = _elements(found)
            constants[_name(elements)] = elements
    return Piece(tuple(constants.items()), "".join(functions))


def _known(members: NamedSet) -> str:
    if members.name not in _FUNCTIONS:
        raise Unsupported("program", "these rules", f"there is no loop over the set {members.name}")
    return members.name


def _elements(members: SetOf) -> tuple[int, ...]:
    found = constant_elements(members)
    if found is None:
        raise Unsupported("program", "these rules", "the elements of a set are no constants")
    return tuple(x for x in found if x >= 0)


def _name(elements: tuple[int, ...]) -> str:
    """The name of the constant that holds the elements of a set."""
    text = "_".join(map(str, elements))
    return f"SET_{text}" if len(text) <= 30 else f"SET_{elements[0]}_TO_{elements[-1]}_{sum(elements) % 10**9}"


def set_loop(name: str, members: SetTerm, low: str, high: str) -> Iterator[str]:
    """The lines before what is done for each member *name* from *low* to *high*."""
    if isinstance(members, SetOf):
        over = _name(_elements(members))
        tests = [f"{name} >= {low}", f"{name} <= {high}"]
    else:
        args = [str(a.value) if isinstance(a, Int) else a.name if isinstance(a, Name) else "" for a in members.args]
        kind = members.name
        if kind in ("divisors", "proper_divisors", "coprime"):
            over = f"{'coprime_to' if kind == 'coprime' else 'divisors_of'}({args[0]})"
            tests = [f"{name} >= {low}", f"{name} <= {high}"] if high else [f"{name} >= {low}"]
            tests += [f"{name} < {args[0]}"] if kind == "proper_divisors" else []
        else:
            over = f"{kind}_to({', '.join([*args, high])})"
            tests = [f"{name} >= {low}"]
    yield f"for {name} in {over}:"
    yield f"if {' and '.join(tests)}:"
