"""Walnut's files: the automaton is read back, and the formulas are evaluated on small numbers."""

import re
from itertools import product

import pytest

from grundy.games import rules
from grundy.laws.beatty import BeattyLaw
from grundy.laws.digits import system_from_json
from grundy.rules.errors import Unsupported
from grundy.write.walnut import walnut_script

WYTHOFF = BeattyLaw(1).automatic().to_json()
TWO = BeattyLaw(2).automatic().to_json()
NIM = {
    "kind": "automatic",
    "about": "outcome",
    "system": {"kind": "base", "base": 2},
    "tracks": 2,
    "delta": [[0, 1, 1, 0], [1, 1, 1, 1]],
    "final": [0],
    "start": 0,
}


def automaton(text):
    """A function from words of columns to acceptance, by Walnut's reading: what is missing is not accepted."""
    head, *blocks = text.strip().split("\n\n")
    states = {}
    for block in blocks:
        first, *lines = block.split("\n")
        number, output = first.split()
        states[number] = (output == "1", dict(line.split(" -> ") for line in lines))

    def accepts(columns):
        state = "0"
        for column in columns:
            state = states[state][1].get(" ".join(map(str, column)))
            if state is None:
                return False
        return states[state][0]

    return head.split(), accepts


def columns(law, heaps):
    system = system_from_json(law["system"])
    words = [system.digits(n) for n in heaps]
    length = max(map(len, words)) + 1
    return list(zip(*([0] * (length - len(w)) + list(w) for w in words), strict=True))


@pytest.mark.parametrize(("law", "name"), [(WYTHOFF, "msd_fib"), (TWO, "msd_grundy2"), (NIM, "msd_2")])
def test_the_automaton_is_the_law(law, name):
    text = walnut_script(rules("wythoff"), law)["Automata Library/grundy_law.txt"]
    systems, accepts = automaton(text)
    assert systems == [name, name]
    for heaps in product(range(25), repeat=2):
        state = law.get("start", 0)
        for column in columns(law, heaps):
            index = 0
            for digit in column:
                index = index * system_from_json(law["system"]).alphabet + digit
            state = law["delta"][state][index]
        assert accepts(columns(law, heaps)) == (state in law["final"])


def commands(files):
    return dict(
        re.findall(r'^(?:def|eval) grundy_(\w+) "\?\w+ (.*)":$', files["Command Files/grundy.txt"], re.MULTILINE)
    )


def python_of(formula, top):
    """A formula without calls as a Python expression; quantifiers range over 0..top."""
    found = re.match(r"E ([a-z0-9,]+) \((.*)\)$", formula)
    names, body = (found[1].split(","), found[2]) if found else ([], formula)
    body = re.sub(r"(?<![<>!=])=(?!=)", "==", body).replace("&", " and ").replace("|", " or ").replace("~", " not ")
    loops = "".join(f" for {name} in range({top + 1})" for name in names)
    return f"any(({body}){loops})" if names else f"({body})"


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("wythoff", WYTHOFF),
        ("wythoff_r(2)", TWO),
        ("king", NIM),
        ("knight", NIM),
        ("a, b -> a-t, b where t in {1, 3} | a, b-t where t not in {2} and 2*t <= a+1", NIM),
        ("a, b -> a//2, b where a >= 1 | 0, b where a > 3", NIM),
    ],
)
def test_the_formulas_of_moves_are_the_moves(text, law):
    ruleset = rules(text)
    found = commands(walnut_script(ruleset, law))
    moves = [compile(python_of(found[name], 8), name, "eval") for name in found if re.fullmatch(r"m\d+", name)]
    for heaps in product(range(6), repeat=2):
        options = {option[0] for option in ruleset.options(heaps)}
        for target in product(range(8), repeat=2):
            scope = {"x1": heaps[0], "x2": heaps[1], "y1": target[0], "y2": target[1]}
            assert any(eval(code, dict(scope)) for code in moves) == (target in options), (heaps, target)


def test_the_theorem_is_said_for_each_kind_of_play():
    plain = commands(walnut_script(rules("wythoff"), WYTHOFF))
    assert plain["theorem"] == "A x1,x2 ($grundy_law(x1,x2) <=> (~$grundy_wins(x1,x2)))"
    misere = commands(walnut_script(rules("wythoff"), WYTHOFF, "misere"))
    assert "$grundy_ends(x1,x2)" in misere["theorem"]
    blocking = commands(walnut_script(rules("blocking(wythoff, 2)"), WYTHOFF))
    assert blocking["wins"].startswith("E a1,a2,b1,b2 ")
    assert blocking["wins"].endswith("& ~(a1=b1 & a2=b2))")
    least = commands(walnut_script(rules("a, b -> a-t, b | a, b-t", least=1), NIM))
    assert least["theorem"].endswith("(x1>=1 & x2>=1 & ~$grundy_wins(x1,x2)))")


def test_values_and_splits_have_a_script_in_base_2():
    law = {**NIM, "about": "grundy", "delta": [[0, 1, 1, 0], [1, 1, 1, 1]]}
    files = walnut_script(rules("lasker"), law)
    assert "Automata Library/grundy_xor.txt" in files
    assert "$grundy_xor(h,u,w)" in commands(files)["has"]
    assert commands(files)["theorem"].startswith("A h,x1 ($grundy_law(x1,h) <=> ")
    systems, accepts = automaton(files["Automata Library/grundy_xor.txt"])
    assert systems == ["msd_2"] * 3
    assert accepts([(1, 1, 0), (0, 1, 1)])
    assert not accepts([(1, 1, 1)])


def test_numeration_systems_of_their_own_are_defined_first():
    text = walnut_script(rules("wythoff_r(2)"), TWO)["Command Files/grundy.txt"]
    assert text.startswith("ost grundy2 [3] [2];\n")


def test_other_laws_have_no_script():
    with pytest.raises(Unsupported, match="only laws that are automata"):
        walnut_script(rules("nim"), {"kind": "window", "least": 0, "lower": []})
