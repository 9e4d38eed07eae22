"""Who wins, by brute force: outcomes and Grundy values straight from the options."""

from functools import cache

from grundy.rules.positions import Position


@cache
def value(ruleset, component):
    """The Grundy value in normal play; for a blocking game 0 for P and 1 for N."""
    values = []
    for option in ruleset.options(component):
        total = 0
        for part in option:
            total ^= value(ruleset, part)
        values.append(total)
    if ruleset.outcomes_only:
        return int(values.count(0) > ruleset.options_forbidden)
    return next(i for i in range(len(values) + 1) if i not in values)


def is_p(position):
    """Whether the player to move loses in normal play."""
    total = 0
    for ruleset, component in position.parts:
        total ^= value(ruleset, component)
    return total == 0


@cache
def _misere_n(parts):
    options = list(Position(parts).options())
    return not options or any(not _misere_n(option.parts) for option in options)


def misere_is_p(position):
    """Whether the player to move loses in misère play."""
    return not _misere_n(position.parts)
