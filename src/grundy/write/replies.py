"""Programs from rules and laws: what is asked, what the law and the moves give, and the answer as a function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.rules.errors import Unsupported
from grundy.rules.numbers import plural
from grundy.rules.rulesets import Ruleset, TextRuleset

from .forms import Form, build
from .program import Lines, Program, indented, trimmed

_MOST_DIGITS = 8
ASKS = ("outcome", "value", "option")


def program_of(
    ruleset: Ruleset,
    law: Mapping[str, Any] | None,
    ask: str,
    notes: tuple[str, ...] = (),
    *,
    play: str = "normal",
    automaton: Mapping[str, Any] | None = None,
    evidence: tuple[str, int | None] = ("proved", None),
) -> tuple[Program, Form]:
    """The program that answers lines of heaps, and the form of the law in it; without a *law* it computes tables.

    The notes say which *evidence* there is for the law, and where it is "checked", up to which heap. Options are
    found with the *automaton* of the same game, where one is known and the law does not find them.

    Raises Unsupported where what is asked cannot be written: never a program that is wrong.
    """
    form = form_of(ruleset, law, ask, play=play, automaton=automaton)
    whole = form.heaps > 1 or ruleset.outcomes_only or play == "misere"  # of sums of these nothing is known
    answer = _component_answer(form, ruleset, ask) if whole else _sum_answer(form, ask)
    notes = (*notes, *_input_notes(form, ask, whole), *_limit_notes(form, ask, *evidence))
    lines = _lines(form, ruleset, ask, whole)
    return trimmed(Program(notes, form.piece.constants, form.piece.functions + answer, lines)), form


def _lines(form: Form, ruleset: Ruleset, ask: str, whole: bool) -> Lines:
    """What a line of the input may hold."""
    from .starts import leading_heaps

    counts = {leading_heaps(ruleset) or form.heaps, form.heaps} if whole else set()
    return Lines(ruleset.least, largest_of(form, ask), tuple(sorted(counts)))


def largest_of(form: Form, ask: str) -> int:
    """The largest heap for which a program answers what is asked."""
    return min(form.largest, form.options_to) if ask == "option" else form.largest


def require_askable(ruleset: Ruleset, ask: str, play: str = "normal") -> None:
    """Raise Unsupported where no law of the ruleset could answer what is asked."""
    if play == "misere" and ask != "outcome":
        raise Unsupported(ask, ruleset, "in misère play programs answer outcomes only")
    if play == "misere" and ruleset.outcomes_only:
        raise Unsupported("misère play", ruleset, "a blocking game is played in normal play")
    if ruleset.outcomes_only and ask == "value":
        raise Unsupported("value", ruleset, "blocking rules have outcomes only")
    if ruleset.outcomes_only and ask == "option":
        raise Unsupported("option", ruleset, "which options may be chosen depends on those that are forbidden")


def form_of(
    ruleset: Ruleset,
    law: Mapping[str, Any] | None,
    ask: str,
    *,
    play: str = "normal",
    automaton: Mapping[str, Any] | None = None,
) -> Form:
    """The functions that a program needs to answer what is *asked* of positions of *ruleset*."""
    from .tables import table_form

    require_askable(ruleset, ask, play)
    if play == "misere" and law is None:
        raise Unsupported("program", ruleset, "no law of it is known in misère play")
    if ask == "value" and law is not None and not build(law).grundy:
        law = None  # the law gives outcomes only
    form = table_form(ruleset, values=ask == "value") if law is None else build(law)
    if form.heaps != max(1, ruleset.heaps):
        raise Unsupported("program", ruleset, f"the law is one of {form.heaps} heaps")
    if ask == "value" and not form.grundy:
        raise Unsupported("value", ruleset, "only outcomes are known")
    if ask != "option" or form.replacement or (form.move and _move_fits(ruleset, law)):
        return form
    return _with_options(form, ruleset, law, automaton or _automaton_of(law))


def _automaton_of(law: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The automaton that a law is, or that it has."""
    if law is None or law["kind"] not in ("automatic", "beatty"):
        return None
    if law["kind"] == "automatic":
        return law
    from grundy.laws.beatty import BeattyLaw

    return BeattyLaw(int(law["r"])).automatic().to_json() if int(law["r"]) < _MOST_DIGITS else None


def _move_fits(ruleset: Ruleset, law: Mapping[str, Any] | None) -> bool:
    """Whether the moves that the law's own strategy makes are moves of the rules."""
    if law is None or law["kind"] != "beatty":
        return True
    r = law["r"]
    wanted = [f"a, b -> a-s, b-t where s >= 1 and t >= 1 and abs(s-t) < {r}"]
    if r == 1:
        wanted += ["a, b -> a-t, b-t"]
    texts = _alternatives(ruleset)
    heaps = ("a, b -> a-t, b", "a, b -> a, b-t")
    return all(_canonical(text) in texts for text in heaps) and any(_canonical(text) in texts for text in wanted)


def _canonical(text: str) -> str:
    from grundy.rules.notation import canonical_text
    from grundy.rules.parsing import parse_rules

    return canonical_text(parse_rules(text), (), 0)


def _alternatives(ruleset: Ruleset) -> set[str]:
    """The canonical texts of the alternatives."""
    from grundy.rules.notation import canonical_text
    from grundy.rules.terms import Rules

    if not isinstance(ruleset, TextRuleset) or ruleset.least:
        return set()
    heaps = ruleset.rules.heaps
    return {canonical_text(Rules(heaps, (a,)), (), 0) for a in ruleset.rules.alternatives}


def _with_options(
    form: Form, ruleset: Ruleset, law: Mapping[str, Any] | None, automaton: Mapping[str, Any] | None
) -> Form:
    """*form* with a function that finds an option by the moves of the rules."""
    from .moves import moves_of
    from .options import enumerated, few_moves, periodic

    if not isinstance(ruleset, TextRuleset) and not hasattr(ruleset, "digits"):
        raise Unsupported("option", ruleset, "only moves of rule texts and codes can be written in other languages")
    moves = moves_of(ruleset)
    if law is not None and law["kind"] == "periodic" and form.grundy:
        found = periodic(form, moves, law)
        if found is not None:
            return found
    if automaton is not None and not few_moves(ruleset):
        from .digitwise import digit_options

        found = digit_options(form, moves, automaton)
        if found is not None:
            return found
    return enumerated(form, moves, ruleset, law)


# ---------------------------------------------------------------- answers


def _sum_answer(form: Form, ask: str) -> str:
    """The function `answer` for a line that holds a sum of heaps."""
    if not form.grundy:
        return _sum_of_outcomes(form, ask)
    total = f"    total: int = 0\n    for n in heaps:\n        total ^= {form.call(form.grundy, 'n')}\n"
    head = 'def answer(heaps: Heaps) -> str:\n    """{}."""\n'
    if ask == "outcome":
        words = "N if the mover wins the sum of the heaps, else P"
        return f'\n\n{head.format(words)}{total}    return "N" if total != 0 else "P"\n'
    if ask == "value":
        return f"\n\n{head.format('The Grundy value of the sum of the heaps')}{total}    return str(total)\n"
    value = form.call(form.grundy, "heaps[i]")
    words = "A winning move: the number of a heap and what it becomes; P if there is none"
    call = form.call(form.replacement, "heaps[i]", extra=f"total ^ {value}")
    body = [
        "if total == 0:",
        '    return "P"',
        "for i in range(0, len(heaps)):",
        f"    found: Heaps = {call}",
        "    if len(found) > 0:",
        '        return str(i + 1) + " " + joined(found)',
        'return "P"',
    ]
    return f"\n\n{head.format(words)}{total}{indented(body)}"


def _sum_of_outcomes(form: Form, ask: str) -> str:
    """The function `answer` for a sum of heaps of which only the outcomes are known: decided with at most one N."""
    body = [
        "place: int = -1",
        "for i in range(0, len(heaps)):",
        f"    if not {form.call(form.is_p, 'heaps[i]')}:",
        "        if place >= 0:",
        '            return "?"',
        "        place = i",
        "if place < 0:",
        '    return "P"',
    ]
    words = "N if the mover wins the sum of the heaps, else P; ? if more than one heap is N, as sums are not known then"
    if ask == "outcome":
        body += ['return "N"']
    else:
        words = "A winning move: the number of a heap and what it becomes; P if there is none; ? if it is not known"
        body += [f'return str(place + 1) + " " + joined({form.call(form.move, "heaps[place]")})']
    return f'\n\ndef answer(heaps: Heaps) -> str:\n    """{words}."""\n{indented(body)}'


def _component_answer(form: Form, ruleset: Ruleset, ask: str) -> str:
    """The function `answer` for a line that holds one component of several heaps."""
    from .starts import start_lines

    heaps = [f"heaps[{i}]" for i in range(form.heaps)]
    body, given = start_lines(ruleset)
    heaps = given or heaps
    if ask == "value":
        words = "The Grundy value of the heaps"
        body += [f"return str({form.call(form.grundy, *heaps)})"]
    elif ask == "outcome":
        words = "N if the mover wins, else P"
        body += [f'return "P" if {form.lost(*heaps)} else "N"']
    else:
        words = "The heaps after a winning move; P if there is none"
        body += [f"found: Heaps = {form.call(form.move, *heaps)}", 'return "P" if len(found) == 0 else joined(found)']
    return f'\n\ndef answer(heaps: Heaps) -> str:\n    """{words}."""\n{indented(body)}'


def _input_notes(form: Form, ask: str, whole: bool) -> tuple[str, ...]:
    what = f"a position of {plural(form.heaps, 'heap')}" if whole else "the heaps of a sum"
    prints = {
        "outcome": "N if the player to move wins, else P",
        "value": "its Grundy value",
        "option": "a winning move (the number of a heap, and what it becomes), or P"
        if not whole
        else "the heaps after a winning move, or P",
    }[ask]
    return (f"Input: lines, each with {what}, split by blanks. Output: for each, {prints}.",)


def _limit_notes(form: Form, ask: str, evidence: str, checked_to: int | None) -> tuple[str, ...]:
    """Up to which heaps the answers are right, and how sure that is."""
    limit = largest_of(form, ask)
    if form.computed:
        notes = [f"Meant for heaps up to {limit}, the LIMIT below; with a larger one it takes long."]
    elif evidence == "checked":
        most = min(checked_to or 0, form.largest)
        notes = [f"Checked for heaps up to {most}; beyond that the law is a conjecture."]
    elif evidence == "attested":
        notes = [f"Right for heaps up to {form.largest} if the solver is that attests the law."]
    else:
        notes = [f"Right for heaps up to {form.largest}."]
    if ask == "option":
        notes += [f"Options: {form.method}." if form.method else ""]
        if limit < form.largest:
            notes += [f"Heaps are at most {limit}, the LIMIT below: with larger ones, finding an option takes long."]
    return tuple(note for note in notes if note)


__all__ = ["ASKS", "form_of", "program_of", "require_askable"]
