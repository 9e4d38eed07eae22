"""Frozen values, as frozen dataclasses are, at a small part of their start-up cost.

Making a dataclass compiles several functions, 0.5 to 0.8 ms a class; the start of every command would pay that for each
kind of node and result.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T", bound="Value")
_MARKS = frozenset({"at", "chain"})


@dataclass_transform(frozen_default=True)
class Value:
    """A frozen value with the fields that its class annotates, like a frozen dataclass.

    Fields named *at* and *chain* take no part in equality: they say where a node was read and how it is printed.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(3) == Point(3, y=0), replace(Point(3), y=4)
    (True, Point(x=3, y=4))
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar")]
        cls._fields = tuple(dict.fromkeys((*cls._fields, *own)))
        cls._defaults = {**cls._defaults, **{name: vars(cls)[name] for name in own if name in vars(cls)}}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        values = self.__dict__
        values.update(zip(self._fields, args, strict=False))
        values.update(kwargs)
        if len(values) < len(self._fields):
            for name in self._fields:
                if name not in values:
                    values[name] = self._defaults[name]
        elif len(values) > len(self._fields) or len(args) > len(self._fields):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self._fields)}")
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the fields; raises what the class says."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in self._fields}  # what was cached is left behind

    def _key(self) -> tuple[Any, ...]:
        return tuple(self.__dict__[name] for name in self._fields if name not in _MARKS)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self._fields if name not in _MARKS)
        return f"{type(self).__name__}({shown})"


def replace(node: T, **changes: Any) -> T:
    """*node* with some fields changed."""
    return type(node)(**{**{name: vars(node)[name] for name in node._fields}, **changes})
