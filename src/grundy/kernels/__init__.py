"""Compiled inner loops over plain buffers: tables of Grundy values, and values of many numbers at once.

Each module is an ordinary Python file that is compiled when the package is built; where it could not be, the
same file runs uncompiled, slower, with the same results. `build` says which one this is.

>>> build() in {"compiled", "pure"}
True
"""

from grundy.kernels import codes, linear, subtraction, window

__all__ = ["build", "codes", "compiled", "linear", "subtraction", "window"]


def compiled() -> bool:
    """Whether every kernel runs as machine code."""
    return all(module.COMPILED for module in (codes, linear, subtraction, window))


def build() -> str:
    """The kind of build, as `grundy --version` names it: "compiled" or "pure"."""
    return "compiled" if compiled() else "pure"
