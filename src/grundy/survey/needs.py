"""Libraries of the extra `survey`, loaded where they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from grundy.rules.errors import GrundyError


def need(name: str) -> Any:
    """The module *name*; raises GrundyError, which names the extra, where it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        what = missing.name or name
        raise GrundyError(
            f"surveys need {what}, of an extra that is not installed: python -m pip install 'grundy[survey]'"
        ) from None
