"""Whole matches as values, and as dialogues without a terminal."""

import pytest

from grundy import PositionError, Unsupported
from grundy.games import expression
from grundy.match import Match, reply, state
from grundy.match.dialogue import Dialogue
from grundy.match.replying import choose
from grundy.report.answering import Finding


def test_a_match_is_played_to_its_end():
    match = Match(expression("nim[1, 2]"))
    assert (match.mover, match.player, match.over, match.winner) == (0, "person", False, None)
    match = match.moved(expression("nim[1, 1]"))
    assert (match.mover, match.player) == (1, "machine")
    match = match.replied()
    last = next(match.position.options())
    match = match.moved(last)
    assert (match.over, match.winner, len(match.history)) == (True, 0, 3)
    assert match.start == expression("nim[1, 2]")


def test_in_misere_play_the_last_mover_loses():
    match = Match(expression("nim[1]"), play="misere").moved(expression("nim[0]"))
    assert (match.over, match.winner) == (True, 1)


def test_undo_takes_back_to_the_last_move_of_a_person():
    start = Match(expression("nim[3, 5, 7]"), seed=1)
    once = start.moved(expression("nim[3, 4, 7]")).replied()
    assert once.undone() == start
    assert start.undone() == start
    twice = once.moved(next(once.position.options()))
    assert twice.undone() == once
    two = Match(expression("nim[3, 5]"), players=("person", "person")).moved(expression("nim[3, 4]"))
    two = two.moved(expression("nim[3, 3]"))
    assert two.undone().position == expression("nim[3, 4]")
    second = Match(expression("nim[3, 5]"), players=("machine", "person")).replied()
    assert second.undone() == second
    after = second.moved(next(second.position.options())).replied()
    assert after.undone() == second
    assert after.restarted() == Match(expression("nim[3, 5]"), players=("machine", "person"))


def test_a_match_is_repeatable():
    def played(seed):
        match = Match(expression("nim[9, 9, 9]"), players=("machine", "machine"), strength=0.3, seed=seed)
        while not match.over:
            match = match.replied()
        return match.history

    assert played(4) == played(4)
    assert len({played(seed) for seed in range(4)}) > 1


def test_replies_of_a_match_are_those_of_reply():
    match = Match(expression("nim[3, 4]"), seed=8)
    assert match.reply().position == reply(expression("nim[3, 4]"), seed="8/0")


def test_refusals():
    start = expression("nim[3, 5]")
    with pytest.raises(PositionError, match="no move leads from"):
        Match(start).moved(expression("nim[3, 6]"))
    with pytest.raises(PositionError, match="play is normal or misere"):
        Match(start, play="other")
    with pytest.raises(PositionError, match="players are two"):
        Match(start, players=("person", "dog"))
    with pytest.raises(PositionError, match="strength"):
        Match(start, strength=2)
    with pytest.raises(PositionError, match="expected a position"):
        Match("nim[3]")
    with pytest.raises(Unsupported, match="the opponent forbids options"):
        Match(expression("blocking(wythoff, 2)[3, 5]"))


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True])
def test_rules_of_ones_own_are_played_perfectly_at_any_size_by_a_law_that_is_found(misere):
    def won(n):
        """Whether the mover wins the heap n: nine outcomes in a row decide all later ones, so they repeat."""
        outcomes, seen = [], {}
        while True:
            m = len(outcomes)
            after = [outcomes[m - t] for t in (1, 4, 9) if t <= m]
            outcomes.append(misere if not after else not all(after))
            window = tuple(outcomes[-9:])
            if m == n or (len(window) == 9 and window in seen):
                break
            seen[window] = m
        period = m - seen.get(window, m)
        return outcomes[n] if m == n else outcomes[seen[window] + (n - seen[window]) % period]

    start = expression('ruleset("n -> n-t where t in {1, 4, 9}")[10**12]')
    assert state(start, misere=misere, work=1000).outcome is None
    laws = Finding(seconds=20)
    found = state(start, misere=misere, laws=laws)
    assert (found.by, found.outcome) == ("law proved", "N" if won(10**12) else "P")
    assert [judged.win for judged in found.moves] == [not won(10**12 - t) for t in (1, 4, 9)]
    winning = choose(expression('ruleset("n -> n-t where t in {1, 4, 9}")[10**12 + 1]'), misere=misere, laws=laws)
    assert winning.perfect


def talk(position, *lines, lang="en", hints=False, **more):
    """What is said in a match in which these lines are answered."""
    said = []
    dialogue = Dialogue(Match(expression(position), **more), said.append, lang=lang, hints=hints)
    dialogue.introduce()
    for line in lines:
        while not dialogue.waits:
            dialogue.advance()
        said.append([(f"> {line}", "")])
        if not dialogue.answer(line):
            break
    while not dialogue.waits:
        dialogue.advance()
    return "\n".join("".join(piece for piece, _ in row).rstrip() for row in said)


def test_every_command_word_is_known_in_both_languages():
    english = talk("nim[3, 5]", "help", "moves", "hint", "why", "undo", "restart", "save", "show", "quit")
    chinese = talk("nim[3, 5]", "帮助", "走法", "提示", "为什么", "悔棋", "重来", "保存", "显示", "退出", lang="zh")
    for said in (english, chinese):
        assert "no command" not in said
        assert "既不是" not in said
    assert english.count("\n> ") == chinese.count("\n> ") == 9


def test_hints_say_more_and_more_and_begin_anew_after_a_move():
    said = talk("nim[3, 5, 7]", "hint", "hint", "hint", "hint", "3 6", "hint", seed=1)
    assert [said.count(f"Hint {n} of 3") for n in (1, 2, 3)] == [2, 1, 2]


def test_the_first_mistake_is_named():
    said = talk("nim[1, 2]", "2 0", seed=1)
    assert "The machine wins. Moves played: 2." in said
    assert "You could have won: your move 2 -> 0 in nim[1, 2] gave the win away." in said
    taken_back = talk("nim[1, 2]", "2 0", "undo", "2 1", "1 0", "2 0", seed=1)
    assert "You win! Moves played: 3." in taken_back
    lost = talk("nim[1, 1]", "1 0")
    assert "The position was lost for you before your first move." in lost


def test_what_is_out_of_reach_is_said_once(monkeypatch):
    monkeypatch.setattr("grundy.match.verdicts.SECONDS", 0.01)
    said = talk("wythoff[10**18, 10**17] + nim[3]", "2 2", "hint", "moves", seed=2)
    assert said.count("The position is too large to say who wins.") == 1
    assert "No hint: it is not known who wins here." in said


def test_letters_stand_on_the_board_with_hints():
    plain, told = talk("wythoff[2, 3]"), talk("wythoff[2, 3]", hints=True)
    assert "  2  ○ ○ ○" not in plain
    assert [line for line in plain.splitlines() if "○" in line][:2] == ["  3  ○ ○ ●", "  2  · ○ ○"]
    assert [line for line in told.splitlines() if "L" in line][:2] == ["  3  L L ●", "  2  · W L"]
    assert "You can win from here. Moves left under best play:" in told


def test_a_long_list_of_moves_is_cut():
    said = talk("nim[10**30]", "moves")
    assert "… and more: there are too many moves to list all of them." in said


def test_two_people_are_told_who_won():
    said = talk("nim[1, 1]", "1 0", "2 0", players=("person", "person"))
    assert "Player 2 wins! Moves played: 2." in said
    assert "Player 2 wins! Moves played: 1." in talk("nim[2]", "0", players=("person", "person"), play="misere")


def test_a_move_that_cannot_be_judged_is_said_to_be_so(monkeypatch):
    monkeypatch.setattr("grundy.match.moves.CHECKED", 1000)
    monkeypatch.setattr("grundy.match.verdicts.SECONDS", 0.01)
    said = talk('ruleset("n -> n-s*s-t*t where s >= 1 and t >= 1")[10**9 + 10]', "3")  # a prime 4k + 3 is no such sum
    assert "It is too laborious to find out whether that move is legal" in said
