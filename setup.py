"""The kernels as extension modules; everything else about the package is in pyproject.toml."""

from setuptools import setup

from grundy_build import BuildExtensions, BuildOutside, kernels

setup(ext_modules=kernels(), cmdclass={"build": BuildOutside, "build_ext": BuildExtensions})
