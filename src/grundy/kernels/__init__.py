"""Compiled inner loops over plain buffers: tables of Grundy values, and values of many numbers at once.

Each module is an ordinary Python file that is compiled when the package is built; where it could not be, the
same file runs uncompiled, slower, with the same results. `build` says which one this is.

>>> build() in {"compiled", "pure"}
True
"""

from importlib import import_module

NAMES = (
    "answers", "cases", "checks", "codes", "linear", "lines", "outcomes", "sieve", "spaces", "splits", "subtraction",
    "sums", "threes", "window",
)  # fmt: skip
"""The kernels, modules of this package; each is loaded where it is used."""

__all__ = ["NAMES", "build", "compiled"]


def compiled() -> bool:
    """Whether every kernel runs as machine code."""
    return all(import_module(f"grundy.kernels.{name}").COMPILED for name in NAMES)


def build() -> str:
    """The kind of build, as `grundy --version` names it: "compiled" or "pure"."""
    return "compiled" if compiled() else "pure"
