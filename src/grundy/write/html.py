"""Values, tables and lists as HTML for notebooks: plain elements, everything escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from .svg import is_lost

_ROW, _VALUES, _SIDE = 20, 200, 24


def text_html(text: object) -> str:
    """A text that may stand in a page.

    >>> text_html("a < b & c")
    'a &lt; b &amp; c'
    """
    return escape(str(text), quote=True)


def element(name: str, inside: str, **attributes: str) -> str:
    """An element around HTML; attributes' values are escaped.

    >>> element("td", "0", title="a < b")
    '<td title="a &lt; b">0</td>'
    """
    given = "".join(f' {key}="{text_html(value)}"' for key, value in attributes.items())
    return f"<{name}{given}>{inside}</{name}>"


def pairs_html(pairs: Iterable[tuple[str, str]]) -> str:
    """A table of two columns: names, and HTML beside each."""
    rows = (
        element("tr", element("th", text_html(name), scope="row") + element("td", inside)) for name, inside in pairs
    )
    return element("table", "".join(rows))


def list_html(items: Sequence[object], most: int = 20) -> str:
    """The texts of a list as code; of a long one the first, and how many are left out.

    >>> list_html(["nim[1]", "nim[2]", "nim[3]"], 2)
    '<code>nim[1]</code>, <code>nim[2]</code>, … (1 more)'
    """
    shown = ", ".join(element("code", text_html(item)) for item in items[:most])
    left = len(items) - most
    return f"{shown}, … ({left:,} more)" if left > 0 else shown


def values_html(values: Sequence[Any], starts: Sequence[int], names: Sequence[str], caption: str) -> str:
    """A table of the values of one or two heaps, P-positions in bold; of large ones the first.

    >>> values_html([0, 1], [5], ["n"], "two")
    '<table><caption>two</caption><tr><th scope="row">5</th><td><b>0</b></td><td>1</td></tr></table>'
    """
    nested = isinstance(values[0], Sequence) and not isinstance(values[0], str)
    rows = _matrix(values, starts, names) if nested else _sequence(values, starts[0])
    return element("table", element("caption", text_html(caption)) + "".join(rows))


def _cell(value: Any) -> str:
    text = text_html(value)
    return element("td", element("b", text) if is_lost(value) else text)


def _head(text: object, scope: str) -> str:
    return element("th", text_html(text), scope=scope)


def _sequence(values: Sequence[Any], start: int) -> Iterable[str]:
    for i in range(0, min(len(values), _VALUES), _ROW):
        cells = "".join(map(_cell, values[i : min(i + _ROW, _VALUES)]))
        yield element("tr", _head(start + i, "row") + cells)
    if len(values) > _VALUES:
        yield element("tr", element("td", f"… ({len(values) - _VALUES:,} more)", colspan=str(_ROW + 1)))


def _matrix(values: Sequence[Sequence[Any]], starts: Sequence[int], names: Sequence[str]) -> Iterable[str]:
    wide = min(len(values[0]), _SIDE)
    more = len(values[0]) > wide
    corner = f"{names[0]} ↓ {names[1]} →"
    head = _head(corner, "col") + "".join(_head(starts[1] + j, "col") for j in range(wide))
    yield element("tr", head + (_head("…", "col") if more else ""))
    for i, row in enumerate(values[:_SIDE]):
        cells = "".join(map(_cell, row[:wide])) + (element("td", "…") if more else "")
        yield element("tr", _head(starts[0] + i, "row") + cells)
    if len(values) > _SIDE:
        yield element("tr", element("td", f"… ({len(values) - _SIDE:,} more rows)", colspan=str(wide + 1 + more)))
