"""The build backend: setuptools, with kernels compiled by Cython where a C compiler works.

`GRUNDY_BUILD` decides where it is set: `pure` compiles nothing and needs no Cython, `cc` uses the machine's C
compiler, `zig` the one of the `ziglang` wheel; both fail where the compiler does. Otherwise the machine's
compiler is tried on a small extension module. Only where there is none that works is `ziglang` asked for, and
only on platforms that it has wheels for; where Python's own headers are missing no compiler would help, and
nothing is compiled.
"""

from __future__ import annotations

import atexit
import os
import platform
import shlex
import shutil
import stat
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

from setuptools import Distribution, Extension, build_meta
from setuptools.build_meta import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

__all__ = [
    "BuildExtensions",
    "BuildOutside",
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "kernels",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

CYTHON = "cython>=3.0.10"
ZIG = "ziglang>=0.13"
ZIG_MACHINES = {"linux": {"x86_64", "aarch64"}, "darwin": {"x86_64", "arm64"}}
KERNELS = Path("src") / "grundy" / "kernels"
PROBE = """
#include <Python.h>
static struct PyModuleDef probe = {PyModuleDef_HEAD_INIT, "grundy_probe", 0, -1, 0, 0, 0, 0, 0};
PyMODINIT_FUNC PyInit_grundy_probe(void) { return PyModule_Create(&probe); }
"""

Settings = dict[str, str | list[str] | None] | None


class BuildOutside(build):
    """The `build` command, in a temporary directory: nothing of one build is left for the next."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.build_base = scratch_directory()


class BuildExtensions(build_ext):
    """The `build_ext` command with Cython's C files in the temporary directory too."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel: int | bool | None = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        from Cython.Build import cythonize

        extensions: list[Extension] = self.distribution.ext_modules
        generated = cythonize(extensions, build_dir=str(Path(self.build_temp) / "c"), quiet=True)
        for extension, c in zip(extensions, generated, strict=True):
            extension.sources = c.sources
        super().build_extensions()


def kernels() -> list[Extension]:
    """The kernels as extension modules, none in a pure build; optional unless a compiler was asked for."""
    mode = build_mode()
    if mode == "pure":
        return []
    files = sorted(p for p in KERNELS.glob("*.py") if not p.name.startswith("_"))
    return [
        Extension(
            f"grundy.kernels.{p.stem}",
            [p.as_posix()],
            optional="GRUNDY_BUILD" not in os.environ,
            extra_compile_args=["-O3", "-g0"],
        )
        for p in files
    ]


@cache
def build_mode() -> str:
    """`pure`, `cc` or `zig`: what GRUNDY_BUILD says, or what this machine has."""
    asked = os.environ.get("GRUNDY_BUILD")
    if asked is not None:
        if asked not in {"pure", "cc", "zig"}:
            raise SystemExit(f"GRUNDY_BUILD must be pure, cc or zig, not {asked!r}")
        return asked
    if not any((Path(p) / "Python.h").is_file() for p in include_directories()):
        return "pure"
    if compiler_works():
        return "cc"
    if platform.machine() in ZIG_MACHINES.get(sys.platform, set()):
        return "zig"
    return "pure"


def include_directories() -> list[str]:
    """Where a C compiler is told to look for Python.h."""
    paths = sysconfig.get_paths()
    return [paths["include"], paths["platinclude"]]


def compiler_works() -> bool:
    """Whether the machine's C compiler builds an extension module that this Python loads."""
    directory = Path(scratch_directory())
    source = directory / "grundy_probe.c"
    source.write_text(PROBE, encoding="ascii")
    distribution = Distribution({"ext_modules": [Extension("grundy_probe", [str(source)])]})
    command = build_ext(distribution)
    command.build_lib = str(directory / "lib")
    command.build_temp = str(directory / "temp")
    try:
        command.ensure_finalized()
        command.run()
        load(next((directory / "lib").glob("grundy_probe*")))
    except (Exception, SystemExit) as failure:  # noqa: BLE001  any failure says no
        print(f"grundy: no C compiler that works ({failure})")
        return False
    return True


def load(path: Path) -> None:
    """Import the extension module at *path*."""
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("grundy_probe", path, loader=ExtensionFileLoader("grundy_probe", str(path)))
    if spec is None or spec.loader is None:
        raise ImportError(path.name)
    spec.loader.exec_module(module_from_spec(spec))


def scratch_directory() -> str:
    """A new temporary directory that goes when the build ends."""
    directory = tempfile.mkdtemp(prefix="grundy-build-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return directory


def requirements() -> list[str]:
    """What the build needs beyond setuptools."""
    return {"pure": [], "cc": [CYTHON], "zig": [CYTHON, ZIG]}[build_mode()]


def use_compiler() -> None:
    """Point distutils at zig, where this build uses it."""
    mode = build_mode()
    print(f"grundy: kernels are built by {mode}" if mode != "pure" else "grundy: kernels stay uncompiled")
    if mode != "zig":
        return
    wrapper = Path(scratch_directory()) / "zig-cc"
    wrapper.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m ziglang cc -mcpu=baseline -fno-sanitize=undefined "$@"\n',
        encoding="utf-8",
    )
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
    link = "-bundle -undefined dynamic_lookup" if sys.platform == "darwin" else "-shared"
    os.environ["CC"] = str(wrapper)
    os.environ["LDSHARED"] = f"{wrapper} {link}"


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """The wheel's build requirements (PEP 517)."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *requirements()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """The editable install's build requirements (PEP 660)."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *requirements()]


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel (PEP 517)."""
    use_compiler()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build an editable wheel (PEP 660); compiled kernels lie beside their source and hide later edits."""
    use_compiler()
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
