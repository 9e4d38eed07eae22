"""A client for tests of the server."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # newer Starlette wants a successor of httpx, older ones httpx
    from starlette.testclient import TestClient

from grundy.web.app import create_app
from grundy.web.settings import Limits, Settings

SMALL = {"workers": 1, "quick": 1, "studies": 1, "warm": False}


def client_of(limits=None, **settings):
    """A client of a server with few workers, which start and end with its ``with`` block."""
    return TestClient(create_app(Settings(**{**SMALL, **settings}, limits=limits or Limits())))
