"""What is said of each kind of law: every equation in the words holds, and the last words are the law's own."""

import importlib
import inspect
import pkgutil
import re
from itertools import product

import pytest
from tests.explain.equations import check

import grundy.laws
from grundy.explain.general import _WORDS, formula_words, general_words
from grundy.explain.saying import Saying
from grundy.explain.telling import TELLERS, told
from grundy.explain.texts import section
from grundy.laws.arithmetic import FUNCTIONS, ArithmeticLaw
from grundy.laws.automatic import AutomaticLaw
from grundy.laws.base import Law
from grundy.laws.beatty import BeattyLaw
from grundy.laws.blocks import BlocksLaw
from grundy.laws.cases import Case, CasesLaw
from grundy.laws.composed import COMBINATIONS, OutcomeOnlyLaw, PairLaw
from grundy.laws.digits import Base, Ostrowski
from grundy.laws.digitsums import DigitSumLaw, TotalLaw
from grundy.laws.functions import MORE_FUNCTIONS, AfterLaw, FunctionLaw
from grundy.laws.grids import GridLaw
from grundy.laws.lastdigits import LastDigitLaw
from grundy.laws.lower import WindowLaw
from grundy.laws.nim import NimLaw
from grundy.laws.periodic import PeriodicLaw
from grundy.laws.pieces import OrderLaw, RemaindersLaw, SmallLaw
from grundy.laws.points import PointsLaw
from grundy.laws.race import RaceLaw
from grundy.laws.recursion import RecursionLaw
from grundy.laws.residue import ResidueLaw
from grundy.laws.runs import RunsLaw
from grundy.laws.staircase import StaircaseLaw
from grundy.laws.sums import SumLaw
from grundy.laws.window import ScaledWindowLaw

EQUAL = AutomaticLaw(Base(2), 2, ((0, 1, 1, 0), (1, 1, 1, 1)), (0,), "outcome")
IDENTITY = AutomaticLaw(Base(2), 2, ((0, 1, 1, 0), (1, 1, 1, 1)), (0,), "grundy")
ARGS = {2: (2, 3), 1: (3,), 0: ()}
GRID = GridLaw((0, 0), (1, 2), (2, 3), tuple(tuple((i * 2 + j) % 3 for j in range(5)) for i in range(3)))
OUT_GRID = GridLaw((0, 0), (0, 0), (2, 2), ((0, 1), (1, 2)), "outcome")
LAWS = [
    NimLaw(),
    ResidueLaw(1),
    ResidueLaw(4),
    ScaledWindowLaw(0, 1),
    ScaledWindowLaw(2, 0),
    ScaledWindowLaw(3, 4),
    WindowLaw(((1, 0, 2), (1, -10, 1))),
    WindowLaw(((2, 3, 5), (0, 7, 1)), 1),
    WindowLaw((), 2),
    PeriodicLaw(0, 2, 3, 0, (1, 1, 0, 1, 2)),
    PeriodicLaw.minimal(1, 3, 2, 2, [5, 4, 0, 1]),
    PeriodicLaw(0, 1, 1, 0, (3, 0)),
    StaircaseLaw(2, 5),
    StaircaseLaw(3, 4, 2),
    StaircaseLaw(5, 4),
    RaceLaw(2, 9, 162),
    RaceLaw(3, 5, 200),
    RaceLaw(4, 3, 20),
    RecursionLaw(4, (("linear", 4, -1), ("linear", 4, 1), ("linear", 4, 2), ("linear", 4, 4)), (0,)),
    RecursionLaw(2, (("linear", 1, 0), ("recur", 0)), (0,)),
    CasesLaw((Case("recur", (0,)), Case("recur", (0,), "linear", (1, 1))), (0,)),
    CasesLaw((Case("linear", (2, 1)), Case("law", law=NimLaw())), (0,)),
    RunsLaw((1, 2), "linear", (0, 2), (0, 1), 2, 0),
    RunsLaw((1, 3), "square", (1, 0, 1), (0, 1, 2), 1, 1),
    PointsLaw((1, 2), (1, 1)),
    PointsLaw((0, 1), (2, -1), 2),
    AfterLaw(FunctionLaw("lowest_digit", (3, 2)), "odious", (0,)),
    AfterLaw(NimLaw(), "linear", (2, 3), (7,)),
    *(ArithmeticLaw(name, ARGS[len(lows)], least=1) for name, (_, lows, _) in FUNCTIONS.items()),
    ArithmeticLaw("omega", (), 3),
    ArithmeticLaw("floor_div", (4,), -1, 1),
    *(FunctionLaw(name, ARGS[len(lows)]) for name, (_, lows, _) in MORE_FUNCTIONS.items()),
    FunctionLaw("digit_sum", (10,), 2),
    BeattyLaw(1),
    BeattyLaw(2),
    BeattyLaw(3),
    EQUAL,
    IDENTITY,
    BeattyLaw(1).automatic(),
    SumLaw((NimLaw(), ResidueLaw(4))),
    *(PairLaw(of, NimLaw()) for of in COMBINATIONS),
    PairLaw("a + b", OutcomeOnlyLaw(ResidueLaw(3))),
    GRID,
    OUT_GRID,
    DigitSumLaw(2, 2, (1, 1)),
    DigitSumLaw(2, 3, (1, 1)),
    DigitSumLaw(3, 3, (1, 2)),
    TotalLaw(3, (1, 1), (0, 2)),
    TotalLaw(2, (0, 1), (1,)),
    RemaindersLaw((2, 2), ((0, 0),)),
    RemaindersLaw((2, 3), ((0, 0), (0, 2), (1, 1))),
    OrderLaw(PairLaw("a", NimLaw()), GRID, PairLaw("b", NimLaw())),
    SmallLaw(1, TotalLaw(2, (1, 1), (1,)), DigitSumLaw(2, 2, (1, 1))),
    BlocksLaw(3, DigitSumLaw(2, 2, (1, 1)), ((0, 0), (1, 2), (2, 1))),
    LastDigitLaw(Ostrowski(1), 0, 1),
    LastDigitLaw(Base(2), 1, 2),
    LastDigitLaw(Ostrowski(2), 0, 1),
    OutcomeOnlyLaw(PeriodicLaw(0, 0, 3, 0, (0, 1, 1))),
]
ENDS = {
    "en": (r"losing position|lost number|there loses|has lost", r"winning position|won number|there wins"),
    "zh": (r"必败态（P 态）|必败数|谁走谁输|一方输了", r"必胜态（N 态）|必胜数|谁走谁赢"),
}


def name(law):
    return f"{type(law).__name__}-{getattr(law, 'function', getattr(law, 'of', law.heaps))}"


def components(law):
    data = law.to_json()
    least = data.get("least", 1 if law.kind == "scaling" else 0)
    if law.heaps == 1:
        return [(n,) for n in [*range(least, least + 32), 100, 162, 1000, 1023, 12345]]
    return [*product(range(7), repeat=law.heaps), (20, 31), (32, 64), (1000, 999)]


def classes():
    for info in pkgutil.iter_modules(grundy.laws.__path__):
        if info.ispkg:
            continue
        module = importlib.import_module(f"grundy.laws.{info.name}")
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Law) and not inspect.isabstract(kind) and kind.__module__ == module.__name__:
                yield kind.__name__


def test_every_kind_of_law_is_told_and_tried_here():
    kinds = set(classes())
    assert set(TELLERS) == kinds == set(_WORDS) == {type(law).__name__ for law in LAWS}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("law", LAWS, ids=name)
def test_every_equation_holds_and_the_last_words_are_those_of_the_law(law, lang):
    say, equations = Saying(lang), 0
    for component in components(law):
        sentences = told(law, component, say)
        assert sentences
        assert not any(
            "{" in s or "}" in s for s in sentences if "members" not in s and "∈" not in s and " in {" not in s
        )
        if law.about == "grundy":
            count = 0 if "gray" in law.formula() else check(sentences, law.value)
            assert re.search(
                rf"g\({', '.join(map(str, component))}\) = (?:.* = )?{law.value(component)}\b", sentences[-1]
            )
            equations += count
        else:
            check(sentences, lambda _: 0)
            wanted, other = ENDS[lang] if law.is_p(component) else ENDS[lang][::-1]
            assert re.search(wanted, sentences[-1]), (component, sentences)
            assert not re.search(other, sentences[-1]), (component, sentences)
    if law.about == "grundy" and getattr(law, "function", "") != "gray":
        assert equations >= 10


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("law", LAWS, ids=name)
def test_every_law_has_general_words(law, lang):
    words = general_words(law, Saying(lang))
    assert words[-1] in (".。…" if lang == "en" else "。…"), words
    assert (lang == "zh") == bool(re.search("[\u4e00-\u9fff]", words))
    assert lang == "en" or not re.search(r"\b(for|if|else|where|with|the|is|are|heap|heaps|number)\b", words), words
    formula = formula_words(law.formula(), Saying(lang))
    assert (formula == law.formula()) or lang == "zh"
    assert lang == "en" or not re.search(r"\b(if|else|where|with|the|is|are|heap|heaps|number)\b", formula), formula


@pytest.mark.parametrize("law", [ResidueLaw(1), ScaledWindowLaw(1), StaircaseLaw(4, 1)], ids=name)
def test_laws_without_moves_say_so(law):
    assert "no move" in told(law, (7,), Saying("en"))[-1]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("law", LAWS, ids=name)
def test_long_numbers_are_shortened(law, lang):
    component = (10**2000 + 7,) * law.heaps
    if getattr(law, "function", "") in {"omega", "distinct_primes", "divisors", "least_prime_index"} | {
        "least_prime",
        "largest_proper_divisor",
        "power",
        "odious",
        "evil",
    } or isinstance(law, RunsLaw | PointsLaw):
        return
    for sentence in [*told(law, component, Saying(lang)), general_words(law, Saying(lang))]:
        assert len(sentence) < 1200


def test_texts_are_all_used():
    keys = set(section("en", "laws"))
    used = "".join(
        inspect.getsource(importlib.import_module(f"grundy.explain.{module}"))
        for module in ("one_heap", "functions", "several_heaps", "telling", "general")
    )
    computed = ("function.", "named.", "condition.", "general.", "formula.", "method.")
    unused = [key for key in keys if not key.startswith(computed) and key.rpartition("_")[2] not in used]
    assert [key for key in unused if f'"laws.{key}"' not in used and f'"{key}"' not in used] == []
