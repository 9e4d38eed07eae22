"""What an import of the catalogue costs: no heavy module, and no module of a game that is not asked for."""

import subprocess
import sys

import pytest

HEAVY = {
    "numpy",
    "matplotlib",
    "dask",
    "z3",
    "fastapi",
    "fractions",
    "decimal",
    "random",
    "asyncio",
    "json",
    "rich",
    "click",
}


def loaded(code):
    script = f"{code}\nimport sys\nprint(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "import grundy.games.one_heap",
        "from grundy.games import expression; expression('nim[3, 6, 9]')",
        "from grundy.games import expression; expression('wythoff[4, 7] + octal(\"0.77\")[9]')",
    ],
)
def test_the_catalogue_loads_nothing_heavy(code):
    assert not loaded(code) & HEAVY


def test_only_the_module_of_a_game_that_is_asked_for_is_loaded():
    found = loaded("from grundy.games import expression; expression('nim[3, 6, 9]')")
    assert "grundy.games.one_heap" in found
    assert not found & {"grundy.games.several_heaps", "grundy.games.breaking", "grundy.games.arithmetic"}
    assert not found & {"grundy.rules.linear", "grundy.rules.lp", "grundy.rules.ranking", "grundy.rules.measure"}
