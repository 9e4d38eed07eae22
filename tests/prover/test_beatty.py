"""Beatty's form, established on the automaton."""

from itertools import product

import pytest

from grundy.automata.automaton import Automaton, from_json
from grundy.automata.systems import Ostrowski
from grundy.games import expression
from grundy.laws.reading import law_from_json
from grundy.prover.base import NotProved, digest
from grundy.prover.beatty import describe, difference_factor
from grundy.prover.outcomes import prove
from grundy.rules.budget import Budget


@pytest.mark.parametrize("r", [1, 2, 3, 4])
def test_wythoffs_games_have_beattys_form(r):
    game = "wythoff" if r == 1 else f"wythoff_r({r})"
    found = describe(prove(expression(game), Budget()), Budget())
    assert found.certificate["description"] == {"kind": "beatty", "r": r}
    assert found.certificate["hash"] == digest(found.certificate)
    law = law_from_json(found.certificate["description"])
    for x in product(range(80), repeat=2):
        assert law.is_p(x) == found.law.is_p(x)


@pytest.mark.parametrize("game", ["rook", "fibonacci_nim", "blocking(wythoff, 2)", "king", "bash(3)"])
def test_other_games_have_not(game):
    with pytest.raises(NotProved):
        describe(prove(expression(game), Budget()), Budget())


def test_no_mutant_has_beattys_form():
    law = prove(expression("wythoff_r(2)"), Budget(), systems=[Ostrowski(2)]).certificate["law"]
    right = from_json(law, ("a", "b"))
    assert difference_factor(right, Budget()) == 2
    for state in range(len(right)):
        final = right.final.copy()
        final[state] ^= True
        mutants = [(right.delta, final)]
        for column in range(right.delta.shape[1]):
            delta = right.delta.copy()
            delta[state, column] = (delta[state, column] + 1) % len(right)
            mutants.append((delta, right.final))
        for delta, accepting in mutants:
            mutant = Automaton(right.system, right.tracks, delta, accepting)
            if mutant != right:
                with pytest.raises(NotProved):
                    difference_factor(mutant, Budget())
