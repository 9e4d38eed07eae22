"""The kernels' sources, loaded as ordinary Python beside the installed, perhaps compiled, ones."""

import importlib
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from unittest.mock import patch

NAMES = (
    "answers", "cases", "checks", "codes", "linear", "lines", "outcomes", "sieve", "spaces", "splits", "subtraction",
    "sums", "threes", "window",
)  # fmt: skip


def installed(name):
    return importlib.import_module(f"grundy.kernels.{name}")


def uncompiled(name):
    """The kernel *name* run from its source, with our stand-in for Cython."""
    source = Path(installed(name).__file__).with_name(f"{name}.py")
    spec = spec_from_file_location(f"uncompiled_{name}", source)
    module = module_from_spec(spec)
    with patch.dict(sys.modules, {"cython": None}):  # `import cython` fails
        spec.loader.exec_module(module)
    assert not module.COMPILED
    return module


def both(name):
    """The installed kernel and the uncompiled one."""
    return installed(name), uncompiled(name)
