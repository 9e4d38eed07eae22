"""A match as a dialogue: lines of a person in, rows of text out; nothing is read or printed here."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from grundy.explain import hints, why
from grundy.explain.moves import Change, move_words, part_words
from grundy.explain.saying import Saying
from grundy.explain.texts import in_language, section, text
from grundy.laws.library import Library
from grundy.rules.errors import GrundyError, LimitExceeded
from grundy.rules.positions import Position
from grundy.rules.values import replace

from .drawing import Row, draw
from .moves import changes
from .playing import Match
from .states import Judged, State
from .typed import how, part_name, read_move, taking_example
from .verdicts import wins

_HELP = ("number", "moves", "hint", "why", "undo", "restart", "save", "show", "quit")
_JUDGED = {True: ("win", "win"), False: ("lose", "lose"), None: ("unknown", "label")}


class Dialogue:
    """What is said in a match: each row goes to *out*; the match is a value, which each command replaces by another.

    With *hints* it says before each move of a person whether it is won. *width* is that of a line, in columns.
    *laws* are those of :func:`grundy.match.state`.

    >>> from grundy.games import expression
    >>> talk = Dialogue(Match(expression("nim[1, 1]")), print)
    >>> talk.answer("2 1")
    [('No: heap 2 cannot become 1. It can become 0.', 'wrong')]
    True
    """

    def __init__(
        self,
        match: Match,
        out: Callable[[Row], object],
        *,
        lang: str = "en",
        hints: bool = False,
        width: int = 80,
        ascii_only: bool = False,
        laws: Library | None = None,
    ) -> None:
        self.match = match
        self.lang = lang
        self.hints = hints
        self._out = out
        self._width = width
        self._ascii = ascii_only
        self._laws = laws
        self._words = {word: name for code in ("en", lang) for word, name in _commands(code)}
        self._seen: State | None = None
        self._hint = 0
        self._given: dict[int, Judged] = {}
        self._told_unknown = False

    @property
    def two(self) -> bool:
        """Whether both players are people."""
        return "machine" not in self.match.players

    @property
    def waits(self) -> bool:
        """Whether a person is to say something: a move, or a command once the match is over."""
        return self.match.player == "person" or self.match.over

    @property
    def prompt(self) -> str:
        """What stands before a person's line."""
        if self.match.over:
            return self._text("prompt_over")
        return self._text("prompt_player", n=self.match.mover + 1) if self.two else self._text("prompt")

    def introduce(self) -> None:
        """Say what is played, and show the board to whoever begins."""
        match = self.match
        self._say((str(match.start), "said"))
        said = [self._text(match.play)]
        if self.two:
            said.append(self._text("two"))
        else:
            perfect = match.strength == 1
            said.append(self._text(self._skill()) if perfect else self._text("strength", strength=match.strength))
            said.append(self._text(f"first_{match.players[0]}"))
        self._say(self._joined(said))
        if match.over:
            self._announce()
        elif self.waits:
            self._show()
        self._say(self._text("over_commands" if match.over else "turn"))

    def _skill(self) -> str:
        """The key of what may be said of a machine that plays its best."""
        seen = self._state()
        known = seen.outcome is not None and (seen.outcome == "P" or seen.winning or seen.over)
        return "perfect" if known else "best"

    def advance(self) -> None:
        """Play the machine's move."""
        before = self.match.position
        reply = self.match.reply(laws=self._laws)
        after = reply.position
        if not reply.perfect and self.match.strength == 1 and self._state().outcome == "N":
            self._say(self._text("not_found"))
        move = next(changes(before, after))
        words = move_words(before, Change(move.part, move.option), Saying(self.lang))
        self._say((self._text("machine_moves", move=words), "said"))
        self._played(after)

    def answer(self, line: str) -> bool:
        """Take a line of a person: a command or a move; whether the dialogue goes on."""
        command = self._words.get(line.strip().lower())
        if command == "quit":
            self.leave()
            return False
        if command is not None:
            getattr(self, f"_do_{command}")()
        elif self.match.over:
            self._say(self._joined([self._text("no_more_moves"), self._text("over_commands")]))
        else:
            self._person_moves(line)
        return True

    def leave(self) -> None:
        """Say how it stands, and how to go on."""
        if self.match.over:
            self._say(self._text("bye"))
        else:
            said = self._text("not_over", position=str(self.match.position), command=self._command())
            self._say((said, "command"))

    # -- saying ----------------------------------------------------------------------------------------------------

    def _text(self, key: str, **values: object) -> str:
        return text(self.lang, f"play.{key}", **values)

    def _say(self, *pieces: str | tuple[str, str]) -> None:
        self._out([(piece, "") if isinstance(piece, str) else piece for piece in pieces])

    def _joined(self, sentences: list[str]) -> str:
        return text(self.lang, "explain.list.space").join(sentences)

    def _show(self) -> None:
        """The board, and what is known of it where that is wanted."""
        self._show_board()
        seen = self._state()
        if seen.outcome is None:
            if not self._told_unknown:
                self._say(self._text("unknown_two" if self.two else "unknown"))
            self._told_unknown = True
        elif self.hints and not seen.over:
            key = "won" if seen.outcome == "N" else "lost"
            said = [self._text(f"state.{key}{'_two' if self.two else ''}")]
            if seen.remoteness is not None:
                said.append(self._text("state.left", count=seen.remoteness))
            self._say((self._joined(said), "win" if key == "won" else "lose"))

    def _show_board(self) -> None:
        self._say()
        for row in draw(self._state(), letters=self.hints, ascii_only=self._ascii, lang=self.lang):
            self._say("  ", *row)
        self._say()

    # -- the match -------------------------------------------------------------------------------------------------

    def _state(self) -> State:
        if self._seen is None or self._seen.position != self.match.position:
            self._seen = self.match.state(laws=self._laws)
            self._hint = 0
        return self._seen

    def _person_moves(self, line: str) -> None:
        seen = self._state()
        try:
            move = read_move(seen.position, [judged.move for judged in seen.moves], line, self.lang)
        except LimitExceeded:
            self._say((self._text("bad.unclear"), "wrong"))
            return
        except GrundyError as error:
            self._say((in_language(error.message, self.lang), "wrong"))
            return
        judged = next((judged for judged in seen.moves if judged.move.key == move.key), None)
        if judged is None:
            judged = Judged(move, None if self.match.misere else wins(move, work=None, laws=self._laws))
        if judged.win is False and seen.outcome == "N":
            self._given[len(self.match.history)] = judged
        self._played(judged.move.position)

    def _played(self, option: Position) -> None:
        self.match = self.match.moved(option)
        if self.match.over:
            self._announce()
        elif self.waits:
            self._show()

    def _announce(self) -> None:
        match = self.match
        winner = match.winner or 0
        names = [self._name(i) for i in (0, 1)]
        self._show_board()
        self._say(self._text(f"end.{match.play}", loser=names[1 - winner], winner=names[winner]))
        count = len(match.history)
        if self.two:
            self._say((self._text("end.player_wins", n=winner + 1, count=count), "said"))
        elif match.players[winner] == "person":
            self._say((self._text("end.you_win", count=count), "win"))
        else:
            self._say((self._text("end.machine_wins", count=count), "lose"))
            self._say_why_lost()

    def _say_why_lost(self) -> None:
        """The first move that gave the win away; or that there was none."""
        if self._given:
            first = self._given[min(self._given)].move
            self._say(self._text("end.mistake", move=first.text, position=str(first.before)))
        elif not self._told_unknown:
            self._say(self._text("end.no_chance"))

    def _name(self, i: int) -> str:
        if self.two:
            return self._text("player", n=i + 1)
        return self._text("you" if self.match.players[i] == "person" else "machine")

    def _command(self) -> str:
        """The command that goes on from here."""
        match = self.match
        words = ["grundy", "play", str(match.position)]
        words += ["--misere"] if match.misere else []
        words += ["--two"] if self.two else []
        words += ["--first", "machine"] if match.player == "machine" else []
        words += ["--strength", f"{match.strength:g}"] if match.strength < 1 else []
        words += ["--hints"] if self.hints else []
        words += ["--lang", self.lang] if self.lang != "en" else []
        return shlex.join(words)

    # -- commands --------------------------------------------------------------------------------------------------

    def _do_help(self) -> None:
        if self.match.over:
            self._say(self._joined([self._text("no_more_moves"), self._text("over_commands")]))
            return
        self._say(self._text("help.move", how=how(self.match.position, self.lang)))
        example = taking_example(self.match.position, self.lang)
        if example is not None:
            self._say(self._text("help.take", example=example))
        for key in _HELP:
            self._say(self._text(f"help.{key}"))

    def _do_moves(self) -> None:
        seen = self._state()
        if seen.over:
            self._say(self._text("no_more_moves"))
            return
        entries: list[list[tuple[int, Judged]]] = [[] for _ in seen.parts]
        for n, judged in enumerate(seen.moves, 1):
            entries[judged.move.part].append((n, judged))
        for part, listed in enumerate(entries):
            if listed and len(seen.parts) > 1:
                self._say((f"{part_name(seen.position, part, self.lang)}: {seen.parts[part].text}", "name"))
            self._columns(listed)
        if not seen.complete:
            self._say(self._text("list.more"))
        known = any(judged.win is not None for judged in seen.moves)
        self._say(self._text("list.legend" if known else "list.legend_unknown"))

    def _columns(self, listed: list[tuple[int, Judged]]) -> None:
        """Numbered moves beside each other, as many as a line holds."""
        cells = [(f"#{n}", *_JUDGED[judged.win], judged.move.after) for n, judged in listed]
        left = max((len(cell[0]) for cell in cells), default=0)
        right = max((len(cell[3]) for cell in cells), default=0)
        count = max(1, (self._width - 2) // (left + right + 6))
        for start in range(0, len(cells), count):
            row: list[str | tuple[str, str]] = []
            for number, key, kind, move in cells[start : start + count]:
                row += [f"{'   ' if row else '  '}{number:<{left}} ", (self._text(f"list.{key}"), kind)]
                row.append(f" {move:<{right}}")
            self._say(*row)

    def _do_hint(self) -> None:
        if self.match.over:
            self._say(self._text("no_more_moves"))
            return
        found = self._hints()
        if not found:
            self._say(self._text("no_hint"))
            return
        self._hint = min(self._hint + 1, len(found))
        self._say(self._text("hint", n=self._hint, count=len(found), hint=found[self._hint - 1]))

    def _hints(self) -> tuple[str, ...]:
        """Hints that say more and more; none where it is not known who wins."""
        seen = self._state()
        try:
            return hints(seen.position, misere=self.match.misere, lang=self.lang, laws=self._laws)
        except GrundyError:  # decided here by a search, or a law, that explanations do not know
            pass
        if seen.outcome is None:
            return ()
        say = Saying(self.lang)
        if seen.outcome == "P":
            return tuple(say(f"explain.hint.{key}") for key in ("lost", "any_move", "make_it_long"))
        if not seen.winning:
            return say("explain.hint.won"), say("explain.hint.unknown")
        move = seen.winning[0].move
        where = say("explain.hint.part", part=part_words(seen.position, move.part, say))
        words = say("explain.hint.move", move=move_words(seen.position, Change(move.part, move.option), say))
        return say("explain.hint.won"), *([where] if len(seen.parts) > 1 else []), words

    def _do_why(self) -> None:
        try:
            said = why(self.match.position, misere=self.match.misere, lang=self.lang, laws=self._laws).lines()
        except GrundyError as error:
            said = [self._text("no_why", why=re.split(r"[;；]\s*--work", in_language(error.message, self.lang))[0])]
        for line in said:
            self._say(line)

    def _do_undo(self) -> None:
        before = self.match.undone()
        if before.history == self.match.history:
            self._say(self._text("nothing_to_undo"))
            return
        self.match = before
        self._given = {n: judged for n, judged in self._given.items() if n < len(before.history)}
        self._say(self._text("undone"))
        self._show()

    def _do_restart(self) -> None:
        self.match = replace(self.match.restarted(), seed=f"{self.match.seed}'")
        self._given = {}
        self._say(self._text("restarted"))
        if self.waits:
            self._show()

    def _do_save(self) -> None:
        self._say((self._text("saved", command=self._command()), "command"))

    def _do_show(self) -> None:
        self._show()


def _commands(lang: str) -> list[tuple[str, str]]:
    """The words for each command in a language, each with the command's name."""
    texts = section(lang, "play").items()
    return [(word, key.partition(".")[2]) for key, words in texts if key.startswith("words.") for word in words.split()]
