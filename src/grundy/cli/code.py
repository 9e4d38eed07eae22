"""``grundy code``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .app import echo, echo_json
from .options import BUDGET, JSON, LEAST, MISERE, PARAM, budget_seconds, output_file, parameters

if TYPE_CHECKING:
    from grundy.judge import Problem
    from grundy.judge.template import Template
    from grundy.report.coding import Code
    from grundy.rules.family import Family
    from grundy.rules.rulesets import Ruleset
    from grundy.write.problems import Format

_SUFFIXES = {".py": "python", ".cpp": "cpp", ".cc": "cpp", ".cxx": "cpp"}


@click.command()
@click.argument("rules", required=False)
@click.option("--lang", type=click.Choice(["cpp", "python"]), help="The language (else by the name of -o; C++).")
@click.option(
    "--ask",
    type=click.Choice(["outcome", "value", "option"]),
    help="What the program prints: N or P (outcome, the default), the Grundy value, or a winning move.",
)
@click.option("--io", "problem", metavar="PROBLEM|FILE.toml", help="Read and print in the format of a judge's problem.")
@click.option("-o", "target", metavar="FILE", help="Write to FILE; - is standard output.")
@click.option(
    "--law",
    "laws",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A certificate whose law is used before those that are known.",
)
@BUDGET
@click.option("--no-check", is_flag=True, help="Do not compile, run and compare the program first.")
@PARAM
@LEAST
@MISERE
@JSON
def code(
    rules: str | None,
    lang: str | None,
    ask: str | None,
    problem: str | None,
    target: str | None,
    laws: tuple[Path, ...],
    budget: str,
    no_check: bool,
    params: tuple[str, ...],
    least: int | None,
    misere: bool,
    as_json: bool,
) -> None:
    """A standalone program that answers positions of RULES, in C++ or Python.

    It stands on the law of the rules, which a comment in it states with its evidence; without a law it computes tables.
    Before it is printed it is compiled, run, and compared with brute force and with the law. Each line of its input is
    a position: the heaps of a sum, or of one component where that has several heaps. With --io it reads and prints in
    the format of a problem of `grundy judge`; RULES may be left out then.

    \b
    grundy code wythoff --lang cpp
    grundy code kayles --lang python --ask option -o kayles.py
    grundy code 'n -> n-t where t <= m' --param m=3 --ask value
    grundy code 'nim[:, :, :]' --misere
    grundy code --io 51nod1661 --lang cpp -o blackboard.cpp
    """  # noqa: D301 - click reads \b
    seconds = budget_seconds(budget)
    output_file(target, "-o")
    language = lang or _SUFFIXES.get(Path(target or "").suffix, "cpp")
    if rules is None and problem is None:
        raise click.UsageError("RULES are missing (or --io PROBLEM)")
    if problem is not None:
        if ask is not None:
            raise click.UsageError("--ask and --io exclude each other: the problem says what is printed")
        if misere:
            raise click.UsageError("--misere and --io exclude each other: the problem says how it is played")
        made = _for_problem(problem, _read(rules, params, least), language, laws, seconds, check=not no_check)
    else:
        from grundy.report.coding import PLAYS, law_of_rules
        from grundy.report.coding import code as coded
        from grundy.write.replies import require_askable

        ruleset = _ruleset(_read(rules, params, least))
        require_askable(ruleset, ask or "outcome", "misere" if misere else "normal")
        found = law_of_rules(ruleset, laws, seconds, strict=True, plays=("misere",) if misere else PLAYS)
        made = coded(ruleset, language, ask or "outcome", found=found, check=not no_check)
    _print(made, target, as_json)


def _print(made: Code, target: str | None, as_json: bool) -> None:
    if made.checked.startswith("not compiled"):
        click.echo(made.checked, err=True)
    for warning in made.warnings:
        click.echo(f"warning: {warning}", err=True)
    written = target not in (None, "-")
    if target is not None and written:
        _write(made.text, target)
        click.echo(f"{target}: {made.checked}", err=True)
    if as_json:
        data = {"program": made.text, "language": made.language, "checked": made.checked}
        echo_json({**data, "evidence": made.evidence, "checked_to": made.checked_to})
    elif not written:
        echo(made.text.rstrip("\n"))


def _write(text: str, target: str) -> None:
    """Write a program to a file; raises GrundyError that names it."""
    from grundy.rules.errors import GrundyError

    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as error:
        raise GrundyError(f"-o: {target} cannot be written: {error.strerror or error}") from None


def _read(rules: str | None, params: tuple[str, ...], least: int | None) -> Any:
    if rules is None:
        return None
    from grundy import games

    return games.rules(rules, params=parameters(params), least=least, files=True)


def _ruleset(read: Any) -> Ruleset:
    """RULES as one ruleset; raises PositionError."""
    from grundy.rules.errors import PositionError
    from grundy.rules.rulesets import AnyFamily, Ruleset

    if isinstance(read, AnyFamily):
        opened = ", ".join(read.open)
        raise PositionError(f"{read} is a family; a program needs values for {opened} (or --io PROBLEM)")
    if not isinstance(read, Ruleset):
        raise PositionError(f"expected rules, such as wythoff or bash(10), not {read}")
    if not read.heaps and hasattr(read, "one_heap"):
        raise PositionError(f"say how many heaps {read} has: {read}[:, :, :] has three")
    return read


# ---------------------------------------------------------------- problems


def _for_problem(name: str, read: Any, language: str, laws: tuple[Path, ...], budget: float, *, check: bool) -> Code:
    """The program for a judge's problem."""
    from grundy.judge import load_problem
    from grundy.report.coding import Code, Found, head, law_of_family, law_of_rules, text_of
    from grundy.rules.errors import PositionError
    from grundy.rules.family import Family
    from grundy.write.problems import problem_program
    from grundy.write.program import Program

    problem = load_problem(name)
    used: list[tuple[Any, Found]] = []

    def law_of(rules: Ruleset | Family) -> Any:
        found = (
            law_of_family(rules, laws, budget)
            if isinstance(rules, Family)
            else law_of_rules(rules, laws, budget, plays=("normal",))
        )
        used.append((rules, found))
        return found.data

    program = problem_program(_format(problem), law_of)
    if read is not None and all(rules != read for rules, _ in used):
        raise PositionError(f"the problem {problem.name} is about {used[0][0]}, not {read}")
    notes = [line for line in (f"{problem.title} ({problem.source})" if problem.source else problem.title, "") if line]
    for rules, found in used:
        notes += head(rules, found, "misere" if problem.misere else "normal")
    notes += [f"A case of the input: {problem.case}."]
    program = Program(tuple(notes), program.constants, program.functions, program.reading)
    text = text_of(program, language)
    checked = _compare(problem, text, language) if check else "not checked"
    return Code(text, language, program, checked, tuple(found for _, found in used))


def _format(problem: Problem) -> Format:
    """A problem as plain data for the writers."""
    from grundy.judge.case import parse_case
    from grundy.judge.template import FIELDS, parse_template
    from grundy.write.problems import Format

    shape = parse_case(problem.case, tuple(FIELDS))
    names = [item.name for item in shape]
    items = tuple((item.name, names[item.counted_by] if item.counted_by is not None else item.length) for item in shape)

    def template(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        found = parse_template(text, (*FIELDS, *names))
        return found.texts, found.fields

    return Format(
        items,
        problem.position,
        template(problem.if_n),
        template(problem.if_p),
        tuple((e.when, template(e.print)) for e in problem.exceptions),
        problem.counted,
        problem.end,
        problem.misere,
    )


def _compare(problem: Problem, text: str, language: str) -> str:
    """What a program for a problem was compared with: the answers of `grundy judge`."""
    from grundy.judge import judge_text
    from grundy.report.running import Differs, answers, compiler, runnable

    if language == "cpp" and compiler() is None:
        return "not compiled: no C++ compiler found"
    cases = list(_cases(problem))
    start = f"{len(cases)}\n" if problem.counted else ""
    shown = start + "".join(f"{case}\n" for case in cases)
    wanted = judge_text(problem, shown).splitlines()
    with runnable(text, language) as command:
        printed = answers(command, shown)
    if len(printed) != len(wanted):
        raise Differs(f"internal error: the program answers {len(printed)} of {len(wanted)} cases")
    for case, answer, right in zip(cases, printed, wanted, strict=True):
        if answer != right and not _as_good(problem, case, answer, right):
            raise Differs(f"internal error: the program answers {answer!r} for {case!r}, not {right!r}")
    how = "compiled and run" if language == "cpp" else "run"
    return f"{how}; compared with the judge's answers on {len(cases)} cases"


def _as_good(problem: Problem, case: str, answer: str, right: str) -> bool:
    """Whether *answer* is another winning move: it reads as *right* but for the move, which leaves a lost position."""
    from grundy.judge.answering import compiled
    from grundy.report.comparing import is_option
    from grundy.solver import outcome

    ready = compiled(problem)
    found, wanted = (_fields(ready.if_n, text) for text in (answer, right))
    if found is None or wanted is None or set(found) & {"i", "y", "t"} == set():
        return False
    if any(found[name] != wanted[name] for name in found if name not in ("i", "y", "t")):
        return False
    position = ready.position(_values(problem, case))
    place = int(found.get("i", "1")) - 1
    if not 0 <= place < len(position.parts) or ("i" not in found and len(position) > 1):
        return False
    ruleset, component = position.parts[place]
    assert isinstance(component, tuple)  # noqa: S101  problems are about heaps
    if "y" not in found and ruleset.heaps > 1:
        return False
    numbers = [int(word) for word in found.get("y", str(component[0] - int(found.get("t", 0)))).split()]
    if "t" in found and int(found["t"]) != sum(component) - sum(numbers):
        return False
    size = ruleset.heaps
    option = tuple(tuple(numbers[i : i + size]) for i in range(0, len(numbers), size))
    return is_option(ruleset, component, option) and outcome(position.replaced(place, option)) == "P"


def _fields(template: Template, text: str) -> dict[str, str] | None:
    """The fields of a filled template, or None where it does not match."""
    import re

    kinds = {"i": r"\d+", "y": r"\d+(?: \d+)*", "t": r"-?\d+"}
    pattern, seen = re.escape(template.texts[0]), set()
    for field, behind in zip(template.fields, template.texts[1:], strict=True):
        pattern += f"(?P={field})" if field in seen else f"(?P<{field}>{kinds.get(field, '.*?')})"
        pattern += re.escape(behind)
        seen.add(field)
    found = re.fullmatch(pattern, text)
    return None if found is None else found.groupdict()


def _values(problem: Problem, case: str) -> list[int | list[int]]:
    """The values of the names in the text of a case."""
    from grundy.judge.answering import compiled

    numbers = [int(word) for word in case.split()]
    values: list[int | list[int]] = []
    for item in compiled(problem).shape:
        if item.is_list:
            size = item.size(values)
            values.append(numbers[:size])
            numbers = numbers[size:]
        else:
            values.append(numbers.pop(0))
    return values


def _cases(problem: Problem) -> Iterator[str]:
    """Cases for a comparison: small ones, then large ones up to the bounds, none that ends the input."""
    import random

    from grundy.judge.answering import compiled

    ready = compiled(problem)
    chance = random.Random(1)  # noqa: S311 - for inputs
    lengths = {item.counted_by for item in ready.shape}
    for round_ in range(400):
        top = 12 if round_ < 250 else 10 ** chance.choice([2, 4, 9, 18])
        if round_ >= 250 and not _by_law(problem):
            return
        values: list[int | list[int]] = []
        for place, item in enumerate(ready.shape):
            least = item.bound.least or 0
            most = min(least + (6 if place in lengths else top), item.bound.most or least + top)
            if item.is_list:
                values.append([chance.randint(least, most) for _ in range(item.size(values))])
            else:
                values.append(chance.choice([least, most]) if chance.random() < 0.1 else chance.randint(least, most))
        if ready.end is not None and ready.end.test(values[: ready.end.size]):  # type: ignore[arg-type]
            continue
        yield " ".join(str(v) if isinstance(v, int) else " ".join(map(str, v)) for v in values)


def _by_law(problem: Problem) -> bool:
    """Whether the judge answers a problem's cases by laws, at any size."""
    from grundy.judge.answering import compiled

    ready = compiled(problem)
    values = [[3] * min(item.size([3] * 9), 3) if item.is_list else 3 for item in ready.shape]
    return all(group.kind(values).law is not None for group in ready.groups)
