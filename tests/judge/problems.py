"""Problems of our own, for tests."""

from grundy.judge.problem import parse_problem


def made(case, position, more="", n="N", p="P"):
    return parse_problem(
        f"case = '{case}'\nposition = '{position}'\n{more}\n[answer]\nN = '{n}'\nP = '{p}'\n", "my.toml", "my"
    )
