"""Automata for tests, learned without any of the package's learners: Myhill-Nerode classes by finite signatures."""

from functools import cache
from itertools import product

from grundy.checker.numeration import Base, Ostrowski


def system_json(system):
    if isinstance(system, Base):
        return {"kind": "base", "base": system.k}
    return {"kind": "ostrowski", "t": system.t}


def valid_columns(system, tracks, valid):
    for digits in product(range(system.alphabet), repeat=tracks):
        after = tuple(system.after(v, d) for v, d in zip(valid, digits, strict=True))
        if None not in after:
            yield digits, after


def learn(system, tracks, member, suffix, *, about="outcome"):
    """The law entry of the set *member* of tuples, telling prefixes apart by what follows in *suffix* columns."""

    def words(valid, length):
        if length == 0:
            yield ()
            return
        for digits, after in valid_columns(system, tracks, valid):
            for rest in words(after, length - 1):
                yield (digits, *rest)

    words_after = cache(lambda valid: [w for n in range(suffix + 1) for w in words(valid, n)])

    def numbers(word):
        return tuple(system.number(list(track)) for track in zip(*word, strict=True)) if word else (0,) * tracks

    def signature(prefix, valid):
        return valid, tuple(member(numbers(prefix + rest)) for rest in words_after(valid))

    start = (0,) * tracks
    states = {signature((), start): 0}
    queue = [((), start)]
    rows = []
    for prefix, valid in queue:
        row = [None] * system.alphabet**tracks
        for digits, after in valid_columns(system, tracks, valid):
            longer = (*prefix, digits)
            key = signature(longer, after)
            if key not in states:
                states[key] = len(states)
                queue.append((longer, after))
            row[place(system, digits)] = states[key]
        rows.append(row)
    dead = len(rows)
    delta = [[dead if s is None else s for s in row] for row in rows] + [[dead] * system.alphabet**tracks]
    final = [i for i, (prefix, _) in enumerate(queue) if member(numbers(prefix))]
    return {
        "kind": "automatic",
        "about": about,
        "system": system_json(system),
        "tracks": tracks,
        "delta": delta,
        "final": final,
        "start": 0,
    }


def place(system, digits):
    found = 0
    for digit in digits:
        found = found * system.alphabet + digit
    return found


__all__ = ["Base", "Ostrowski", "learn"]
