"""Tests of the server need the extra `web`; without it they are not collected."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("fastapi") and find_spec("httpx") else ["test_*.py"]
