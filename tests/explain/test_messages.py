"""The messages of the library in other languages: every template has its words, and they have the same places."""

import ast
import re
from functools import cache
from pathlib import Path
from types import CodeType

import pytest

import grundy.rules.said
from grundy.explain.texts import MESSAGES, in_language, languages, placeholders, section, spoken, translated
from grundy.games import expression, rules
from grundy.rules.errors import GrundyError, LimitExceeded, Unsupported
from grundy.rules.said import Said, changed, joined, said
from grundy.write.words import rules_words

OTHERS = [lang for lang in languages() if lang != "en"]
PACKAGE = Path(grundy.rules.said.__file__).resolve().parent.parent
ERRORS = {"GrundyError", "RuleError", "PositionError", "LimitExceeded", "CertificateError", "TooMany", "Busy"}
MET = (  # what a pupil meets: the box on the first page, play, study, own rules in words
    *(f"rules/{name}.py" for name in ("scan", "parsing", "expression", "family", "rulesets", "codes", "measure")),
    *(f"rules/{name}.py" for name in ("blocking", "compound", "meter", "moves", "sets", "setvalues", "notation")),
    *(f"solver/{name}.py" for name in ("solving", "store", "valuing", "search")),
    *(f"match/{name}.py" for name in ("moves", "playing", "replying", "states", "verdicts", "sampling")),
    *(f"web/{name}.py" for name in ("answers", "service", "api", "guard", "jobs", "starting")),
    "write/words.py",
    "checker/statements.py",
    "report/words.py",
    "cli/play.py",
)


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def texts_in(node):
    """The texts that a node may be: itself, or the ends of a choice."""
    if isinstance(node, ast.IfExp):
        return texts_in(node.body) + texts_in(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def templates(path):
    """The templates of a module: the first texts of errors and of ``said``, and the reasons of ``Unsupported``."""
    for call in (node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)):
        name = name_of(call)
        if name in {*ERRORS, "fail", "said", "joined"}:
            yield from texts_in(call.args[0]) if call.args else ()
        elif name == "Unsupported":
            yield from (text for place in (0, 2) for text in texts_in(call.args[place]))


def texts_of(code):
    """The texts of compiled code, which are found sooner than those of its tree."""
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple):
            yield from (text for text in constant if isinstance(text, str))
        elif isinstance(constant, CodeType):
            yield from texts_of(constant)


def all_texts():
    """The texts of the package's code, those behind the name of a method too, and the counts of things."""
    found = set()
    for layer in ("rules", "solver", "match", "web", "write", "checker", "report", "prover", "automata", "cli"):
        for path in (PACKAGE / layer).rglob("*.py"):
            for text in texts_of(compile(path.read_text(encoding="utf-8"), path, "exec", dont_inherit=True)):
                found |= {text, text.partition(": ")[2], f"{{count}} {text}"}
    return found


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("path", MET)
def test_what_a_pupil_meets_has_words_in_every_language(path, lang):
    known = section(lang, MESSAGES)
    assert [text for text in templates(PACKAGE / path) if text.strip() and text not in known] == []


@pytest.mark.parametrize("path", MET)
def test_no_error_that_a_pupil_meets_is_a_finished_sentence(path):
    calls = [node for node in ast.walk(tree(PACKAGE / path)) if isinstance(node, ast.Call)]
    found = [
        c.lineno for c in calls if name_of(c) in ERRORS | {"fail", "said"} and isinstance(c.args[:1], ast.JoinedStr)
    ]
    assert found == [], "give a template and its values, not an f-string"


@pytest.mark.parametrize("lang", OTHERS)
def test_words_have_the_places_of_their_templates(lang):
    for template, words in section(lang, MESSAGES).items():
        assert placeholders(words) == placeholders(template), template


@pytest.mark.parametrize("lang", OTHERS)
def test_no_words_are_left_of_messages_that_there_are_not(lang):
    assert set(section(lang, MESSAGES)) - all_texts() == set()


def test_a_message_is_an_english_text_that_other_languages_know():
    message = said(
        "{name} takes {expected}, not {count}", name="abs", expected=said("at most {most} terms", most=1), count=2
    )
    assert message == "abs takes at most 1 terms, not 2"
    assert translated(message, "zh") == "abs 要有至多 1 项，而不是 2 个"
    assert translated(message, "en") == message
    assert translated(f"{message}!", "zh") is None
    assert in_language(f"{message}!", "zh") == f"{message}!"


def test_braces_that_are_no_places_stay():
    assert said("the set {1, 3} of {name}", name="S") == "the set {1, 3} of S"


def test_values_change_with_the_text():
    message = changed(
        said("{rules} (for all {given})", rules="p1", given="p1 >= 0"), lambda text: text.replace("p1", "m")
    )
    assert (message, message.values["given"]) == ("m (for all m >= 0)", "m >= 0")


def test_texts_are_joined_from_the_left():
    assert joined("{a} or {b}", []) == ""
    assert translated(joined("{a} or {b}", ["x", "y", "z"]), "zh") == "x 或 y 或 z"


def test_an_error_has_a_template_or_a_text():
    assert GrundyError("50 % {of} it").message == "50 % {of} it"
    error = Unsupported("product", "kayles", "it is late")
    assert error.message == "no product of kayles: it is late"
    assert translated(error.message, "zh") is None, "the reason has no words"
    assert (
        translated(Unsupported("product", "kayles", "a move splits the heap").message, "zh")
        == "kayles 没有多堆形式：有的走法会分堆"
    )
    assert spoken(LimitExceeded("division by 0", "1 // 0", 5), "zh").message == "除数为 0"


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("nim[3, 5", "[ 没有配对：这里应有 ]"),
        ("kayle[3]", "没有叫做 kayle 的游戏；是不是想写 kayles？"),
        ("nim[3, kayles]", "nim 的一堆应为整数"),
        ("bash[3]", "bash 是带参数的规则，要先给出参数 m，写成 bash(3)[…]；例如 bash(10)[100]"),
        ("nim[3] + 5", "+ 用来把局面合成一个和；这里应为局面，而不是整数 5"),
        ("n -> n-q where r > 0", "没有范围限制"),
        ("n -> m", "m 没有范围限制"),
        ("n -> n+1", "对局可能不会结束"),
        ("n -> n=1", "这里不能写 '='：相等请写成 =="),
        ("n -> n-t where t ≤ 3", "不是半角英文符号；请写成 <="),
        ("n -> n-t where t in square", "没有集合 square"),
        ("a, b -> a-t", "这里写了 1 项，应为 2 个"),
        ('octal("7")[3]', "代码是一位数字，再加小数点"),
    ],
)
def test_faults_of_the_box_are_told_in_chinese(text, chinese):
    with pytest.raises(GrundyError) as caught:
        rules(text) if "->" in text else expression(text)
    told = translated(caught.value.message, "zh")
    assert told is not None
    assert chinese in told
    assert not re.search(r"\b(?:expected|unexpected|the|is|of|not)\b", told)


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("n -> n-t where t <= 3", ["一堆 n 可以变成 n-t，其中 t 满足：1 <= t <= 3。"]),
        ("n -> n-t where t in squares", ["一堆 n 可以变成 n-t，其中 t 满足：t 是平方数。"]),
        (
            "n -> n-t where t not in primes and (t < 9 or n == 20)",
            ["一堆 n 可以变成 n-t，其中 t 满足：t >= 1 且 t 不是质数且（t < 9 或 n == 20）。"],
        ),
        ("n -> n-1 where n % 2 == 0", ["一堆 n 可以变成 n-1，条件是 n%2 == 0。"]),
        (
            "a, b -> a-t, b | a, b-t",
            ["各堆 a, b 可以变成以下之一：", "- a-t, b，其中 t 满足：t >= 1；", "- a, b-t，其中 t 满足：t >= 1。"],
        ),
        ("n -> a & b where a+b == n and a >= 1 and b >= 1", None),
    ],
)
def test_own_rules_are_told_in_chinese(text, chinese):
    lines = rules_words(rules(text))
    assert all(isinstance(line, Said) for line in lines)
    told = [translated(line, "zh") for line in lines]
    if chinese is not None:
        assert told == chinese
    assert not re.search(r"\b(?:from|move|to|for|some|with|and|or|heaps?|in)\b", " ".join(told), re.IGNORECASE)


@pytest.mark.parametrize(
    ("name", "chinese"),
    [
        ("kayles", "从一堆里取走 1 或 2 个；剩下的可以是空、一堆或两堆。"),
        ("moore(2)", "每步改变至少一堆、至多 2 堆，各按下面的规则："),
        ("blocking(wythoff, 3)", "每步之前，对手可以禁止至多 2 种走法。"),
    ],
)
def test_other_kinds_of_rules_are_told_in_chinese(name, chinese):
    assert chinese in [translated(line, "zh") for line in rules_words(expression(name))]
