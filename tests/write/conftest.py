"""The fixture `run` for the tests of this directory."""

from tests.write.running import run

__all__ = ["run"]
