"""The limits that the sources of the built-in problems promise, and those of what has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

DEFAULT_MOST = 10**9
DEFAULT_LENGTH = 100


class Published(NamedTuple):
    """The promised bounds of the names of a case, and those that are tried; whether a file may hold one case only.

    What is tried beyond the promise is where programs that were copied from elsewhere go wrong: the report says so.
    """

    promised: Mapping[str, tuple[int, int]]
    tried: Mapping[str, tuple[int, int]]
    one_case: bool = False


PUBLISHED: Mapping[str, Published] = {
    "poj1067": Published({"a": (0, 10**9), "b": (0, 10**9)}, {}),
    "poj2234": Published({"M": (1, 20), "x": (1, 10**7)}, {"M": (1, 40)}),
    "soj1305": Published({"n": (1, 4294967294)}, {"n": (0, 4294967294)}),
    "51nod1661": Published({"n": (1, 10**5), "k": (2, 10**18), "a": (1, 10**18)}, {}, one_case=True),
}
