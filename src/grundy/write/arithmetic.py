"""Arithmetic functions and recursions by remainders as functions of a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.errors import Unsupported

from .forms import Form, Parts, plus
from .program import LARGEST, Piece, indented


def residues_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """G(kn + r) = alpha n + beta, or g(n + c)."""
    k, start, least = int(law["modulus"]), tuple(law.get("start", ())), int(law.get("least", 0))
    name, table = parts.name("grundy"), parts.constant("START")
    lines = []
    if start:
        shift = f"n - {least}" if least else "n"
        lines += [f"        if n < {len(start) + least}:", f"            return {table}[{shift}]"]
    cases = sorted(law["cases"], key=lambda case: int(case["residue"]))
    largest = LARGEST
    for case in cases:
        lines.append(f"        if n % {k} == {case['residue']}:" if case is not cases[-1] else "        else:")
        if case is cases[-1] and len(cases) == 1:
            lines[-1] = "        if n >= 0:"
        if "linear" in case:
            alpha, beta = (int(x) for x in case["linear"])
            if alpha:
                largest = min(largest, (LARGEST - max(beta, 0)) // alpha * k)
            term = {0: "", 1: f"n // {k}"}.get(alpha, f"{alpha} * (n // {k})")
            lines.append(f"            return {plus(term, str(beta)) if term else beta}")
        else:
            lines.append(f"            n = {plus(f'n // {k}', str(int(case['recur'][0])))}")
    body = "\n".join(lines).replace("        else:", "        else:" if len(cases) > 1 else "        if True:")
    functions = f'''
def {name}(n: int) -> int:
    """The Grundy value of a heap of n, by its remainder on division by {k}."""
    while True:
{_chained(body)}
'''
    return Form(Piece(((table, start),) if start else (), functions), 1, grundy=name, largest=largest)


def _chained(body: str) -> str:
    """Tests that exclude each other as one chain."""
    lines = body.split("\n")
    seen = False
    for i, line in enumerate(lines):
        if line.startswith("        if n % "):
            lines[i] = line.replace("        if", "        elif", 1) if seen else line
            seen = True
    return "\n".join(lines)


def arithmetic_form(law: Mapping[str, Any], parts: Parts) -> Form:
    """A function of number theory, by the name that it has in `grundy.laws.arithmetic`."""
    name, args, shift = str(law["name"]), [int(a) for a in law.get("args", ())], int(law.get("shift", 0))
    if name not in _FUNCTIONS:
        raise Unsupported("program", f"the function {name}", "it is not written in other languages")
    words, body, largest = _FUNCTIONS[name]
    function = parts.name("grundy")
    of = plus("n", str(shift))
    lines = [*([f"n = {of}"] if shift else []), *body.format(*args).strip("\n").split("\n")]
    if shift > 0:
        largest -= shift
    functions = f'''{_HELPERS.get(name, "")}
def {function}(n: int) -> int:
    """The Grundy value of a heap of n: {words.format(*args, n=of)}."""
{indented(lines)}'''
    return Form(Piece(functions=functions), 1, grundy=function, largest=largest)


_DIGIT = """
ones: int = 0
m: int = n
while m > 0:
    ones += m % 2
    m = m // 2
return 2 * n + {}
"""
_FACTORS = """
if n < 1:
    return 0
{}: int = {}
p: int = 2
while wide(p) * p <= n:
    exponent: int = 0
    while n % p == 0:
        n = n // p
        exponent += 1
    {}
    p += 1
"""
_FUNCTIONS = {
    "valuation": (
        "the exponent of the largest power of {} that divides {n}",
        """
count: int = 0
while n > 0 and n % {0} == 0:
    n = n // {0}
    count += 1
return count
""",
        LARGEST,
    ),
    "power_part": (
        "the largest power of {} that divides {n}",
        """
power: int = 0 if n == 0 else 1
while n > 0 and n % {0} == 0:
    n = n // {0}
    power = power * {0}
return power
""",
        LARGEST,
    ),
    "omega": (
        "the number of prime factors of {n}, with multiplicity",
        _FACTORS.format("count", "0", "count += exponent") + "return count + (1 if n > 1 else 0)\n",
        10**14,
    ),
    "distinct_primes": (
        "the number of different prime factors of {n}",
        _FACTORS.format("count", "0", "count += 1 if exponent > 0 else 0") + "return count + (1 if n > 1 else 0)\n",
        10**14,
    ),
    "divisors": (
        "the number of divisors of {n}",
        _FACTORS.format("count", "1", "count = count * (exponent + 1)") + "return count * (2 if n > 1 else 1)\n",
        10**14,
    ),
    "popcount": (
        "the number of ones of {n} in base 2",
        """
count: int = 0
while n > 0:
    count += n % 2
    n = n // 2
return count
""",
        LARGEST,
    ),
    "odious": (
        "the number whose binary digits are those of {n} and one more that makes the ones odd",
        _DIGIT.format("1 - ones % 2"),
        LARGEST // 2 - 1,
    ),
    "evil": (
        "the number whose binary digits are those of {n} and one more that makes the ones even",
        _DIGIT.format("ones % 2"),
        LARGEST // 2 - 1,
    ),
    "floor_div": ("{n} divided by {}, rounded down", "return n // {0}\n", LARGEST),
    "ceil_div": ("{n} divided by {}, rounded up", "return n // {0} + (1 if n % {0} > 0 else 0)\n", LARGEST),
    "isqrt": (
        "the square root of {n}, rounded down",
        """
root: int = 0
bit: int = 2147483648
while bit > 0:
    if wide(root + bit) * (root + bit) <= n:
        root += bit
    bit = bit // 2
return root
""",
        LARGEST,
    ),
    "bit_length": (
        "the number of binary digits of {n}",
        """
count: int = 0
while n > 0:
    n = n // 2
    count += 1
return count
""",
        LARGEST,
    ),
    "log": (
        "the logarithm of {n} to base {}, rounded down",
        """
count: int = 0
while n >= {0}:
    n = n // {0}
    count += 1
return count
""",
        LARGEST,
    ),
    "least_prime_index": (
        "the index of the least prime factor of {n} among the primes (2 is the first)",
        """
if n < 2:
    return 0
p: int = 2
while wide(p) * p <= n:
    if n % p == 0:
        return prime_index(p)
    p += 1
return prime_index(n)
""",
        10**7,
    ),
}
_HELPERS = {
    "least_prime_index": '''
def prime_index(p: int) -> int:
    """The number of primes up to p."""
    composite: Heaps = Heaps()
    for x in range(0, p + 1):
        composite.append(0)
    count: int = 0
    for x in range(2, p + 1):
        if composite[x] == 0:
            count += 1
            y: int = 2 * x
            while y <= p:
                composite[y] = 1
                y += x
    return count

''',
}
