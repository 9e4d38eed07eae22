"""The kernels as installed against the same files uncompiled, and what they take at full size."""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Callable
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from measure import compare, cpu_seconds

from grundy.kernels import build, codes, linear, subtraction, window

NIM_SET = array("q", [1, 3, 4])
KAYLES = array("q", [0, 7, 7])
WYTHOFF = array(  # a, b -> a-t, b | a, b-t | a-t, b-t, as `linear` reads it
    "q",
    [
        *[2, 3],
        *[1, 1, 0, 0, 0, 0, 2, 0, 0, 1, -1, 1, 0, -1, 0, 1, 0, -1, 0, 0, 1, 0, 0],
        *[1, 1, 0, 0, 0, 0, 2, 0, 0, 1, -1, 0, 1, -1, 0, 1, 0, 0, 0, 0, 1, -1, 0],
        *[1, 1, 0, 0, 0, 0, 3, 0, 0, 1, -1, 1, 0, -1, 0, 0, 1, -1, 0, 1, 0, -1, 0, 0, 1, -1, 0],
    ],
)
SPLIT = array(  # n -> a & b where n-2 <= a+b < n
    "q",
    [1, 1, 2, 2, 0, 0, 0, 0, 1, 1, -1, 0, -1, 0, 0, 0, 2, -1, 1, 1, 2, 1, -1, -1, -1, 0, 1, 0, 0, 0, 0, 1, 0],
)


def uncompiled(module: ModuleType) -> ModuleType:
    """The kernel's source, run as ordinary Python."""
    source = Path(str(module.__file__)).with_name(f"{module.__name__.rpartition('.')[2]}.py")
    spec = spec_from_file_location(f"uncompiled_{source.stem}", source)
    if spec is None or spec.loader is None:
        raise ImportError(source.name)
    pure = module_from_spec(spec)
    spec.loader.exec_module(pure)
    return pure


def subtract(kernel: ModuleType, size: int) -> array[int]:
    """Values of {1, 3, 4}."""
    values = array("I", bytes(4 * size))
    kernel.fill(values, 0, size, NIM_SET, array("I", bytes(16)))
    return values


def take_and_break(kernel: ModuleType, size: int) -> array[int]:
    """Values of Kayles."""
    values = array("I", bytes(4 * size))
    kernel.fill(values, 0, size, KAYLES, array("I", bytes(4096)), 1 << 60)
    return values


def scale(kernel: ModuleType, numbers: array[int], k: int) -> array[int]:
    """Values of many numbers of the window ceil(n/k)."""
    out = array("Q", bytes(8 * len(numbers)))
    kernel.scaled_window_values(numbers, k, out)
    return out


def interpret(kernel: ModuleType, program: array[int], rows: int, columns: int) -> array[int]:
    """Values of a linear program on a box."""
    values = array("I", [linear.UNKNOWN]) * (rows * columns)
    room = linear.workspace(4 * max(rows, 64))
    kernel.fill(values, rows, columns, 0, 0, rows * columns, program, array("q"), room, 1 << 60)
    return values


def main() -> None:
    """Print the figures."""
    source = random.Random(1)
    ones, mixed = (
        array("Q", [2**60 - 1] * 100_000),
        array("Q", [source.randrange(1, 10**18) for _ in range(100_000)]),
    )
    print(f"build: {build()}, Python {sys.version.split()[0]}\n")
    print(f"{'the same file':<52} {'installed':>12} {'uncompiled':>12} {'ratio':>10}")
    rows: list[tuple[ModuleType, str, Callable[[ModuleType], array[int]]]] = [
        (subtraction, "subtraction {1, 3, 4}, 100,000 values", lambda m: subtract(m, 100_000)),
        (codes, "Kayles by its definition, 1,000 values", lambda m: take_and_break(m, 1_000)),
        (window, "window ceil(n/2), 100,000 numbers 2^60 - 1", lambda m: scale(m, ones, 2)),
        (window, "window ceil(n/3), 100,000 numbers below 10^18", lambda m: scale(m, mixed, 3)),
        (linear, "Wythoff's game by its rules, 60 x 60", lambda m: interpret(m, WYTHOFF, 60, 60)),
        (linear, "Kayles by its rules, 300 values", lambda m: interpret(m, SPLIT, 300, 1)),
    ]
    for module, name, act in rows:
        pure = uncompiled(module)
        print(compare(name, partial(act, module), partial(act, pure)))
    if build() == "pure":
        return
    print("\nfull size, CPU seconds")
    for name, run in (
        ("subtraction {1, 3, 4}, 1,000,000 values", lambda: subtract(subtraction, 1_000_000)),
        ("Kayles by its definition, 20,000 values", lambda: take_and_break(codes, 20_000)),
        ("window ceil(n/2), 100,000 numbers 2^60 - 1", lambda: scale(window, ones, 2)),
        ("Wythoff's game by its rules, 1000 x 1000", lambda: interpret(linear, WYTHOFF, 1000, 1000)),
        ("Kayles by its rules, 20,000 values", lambda: interpret(linear, SPLIT, 20_000, 1)),
    ):
        print(f"{name:<52} {min(cpu_seconds(run) for _ in range(3)):>10.5f} s")


if __name__ == "__main__":
    main()
