"""The names of Cython that the kernels use, where there is no Cython: types and decorators without effect.

A kernel imports this module only where `import cython` fails. C types then stand in decorators alone, which
do nothing, so the kernel's integers are Python's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

compiled = False


class CType:
    """The name of a C type; a subscript (a memory view's shape) gives the same name."""

    def __getitem__(self, shape: object) -> CType:
        """Stand for a view of any shape."""
        return self


bint = uchar = ushort = uint = longlong = ulonglong = Py_ssize_t = CType()


def fused_type(*kinds: CType) -> CType:
    """The name of any of some C types: one that has no effect."""
    return CType()


def declare(kind: CType, visibility: str = "") -> Any:
    """Declare an attribute of a class: it has no value yet."""
    return None


def locals(**types: CType) -> Callable[[F], F]:  # noqa: A001  the name is Cython's
    """Decorate a function with the C types of its variables: no change."""
    return lambda function: function


def returns(kind: CType) -> Callable[[F], F]:
    """Decorate a function with the C type of its result: no change."""
    return lambda function: function


def exceptval(value: int | None = None, *, check: bool = True) -> Callable[[F], F]:
    """Decorate a function with the result that says it failed: no change."""
    return lambda function: function


def cfunc(function: F) -> F:
    """Make a function callable from C only: no change."""
    return function


inline = cfunc


def cclass(kind: type[T]) -> type[T]:
    """Make a class one of C structures: no change."""
    return kind


final = cclass
