"""A match without input and output: the state of a position, its moves and boards, the machine's reply, the match."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .boards import board as board
    from .moves import legal as legal
    from .playing import Match as Match
    from .replying import reply as reply
    from .states import State as State
    from .states import state as state

_HOME = {
    "Match": "playing",
    "State": "states",
    "board": "boards",
    "legal": "moves",
    "reply": "replying",
    "state": "states",
}

__all__ = ["Match", "State", "board", "legal", "reply", "state"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
