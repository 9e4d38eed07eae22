import doctest
import os

import pytest
from tests.kernels.uncompiled import NAMES, both, installed, uncompiled

from grundy import kernels


def test_the_build_is_the_one_that_was_asked_for():
    expected = os.environ.get("GRUNDY_EXPECT_BUILD", kernels.build())
    assert expected in {"compiled", "pure"}
    assert kernels.build() == expected


def test_one_kernel_uncompiled_makes_the_build_pure(monkeypatch):
    for name in NAMES:
        monkeypatch.setattr(installed(name), "COMPILED", True)
    assert kernels.compiled()
    monkeypatch.setattr(installed("codes"), "COMPILED", False)
    assert kernels.build() == "pure"


@pytest.mark.parametrize("name", NAMES)
def test_compiled_means_machine_code(name):
    module = installed(name)
    assert (not module.__file__.endswith(".py")) == module.COMPILED


@pytest.mark.parametrize("name", NAMES)
def test_every_kernel_has_examples_that_hold_in_either_form(name):
    for module in both(name):
        outcome = doctest.testmod(module)
        assert outcome.attempted > 0
        assert outcome.failed == 0


def test_the_stand_in_for_cython_names_all_that_the_kernels_use():
    for name in NAMES:
        assert uncompiled(name).cython.__name__ == "grundy.kernels._shim"
