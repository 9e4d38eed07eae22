"""The moves of a rule text as formulas about digits: the checker's own reading of the rule tree.

An alternative leaves components; each coordinate of a component is a track: that of the position where the heap stands
as it was, else one of its own. A free variable with the coefficient 1 or -1 in a component is eliminated by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grundy.rules.terms import (
    Alternative,
    Compare,
    Condition,
    In,
    Int,
    Name,
    Node,
    Op,
    Rules,
    SetOf,
    conjuncts,
    positive,
    rebuild_rules,
    walk,
)
from grundy.rules.values import Value

from .numeration import System
from .queries import Query
from .readings import (
    Affine,
    All,
    Any_,
    AtLeast0,
    Formula,
    No,
    NotLinear,
    Reader,
    both,
    equal,
    forms_of,
    rebuilt,
)

_MAX_SPREAD = 200


class Move(Value):
    """One kind of move: y is an option of x if and only if some values of *hidden* satisfy *formula*.

    *components* are the tracks of the components that are left: names of heaps that stand as they were, and the names
    in *changed*.
    """

    components: tuple[tuple[str, ...], ...]
    changed: tuple[str, ...]
    hidden: tuple[str, ...]
    formula: Formula


def moves_of(rules: Rules, least: int) -> list[Move]:
    """The moves of all alternatives; raises NotLinear with the reason."""
    spread = [one for a in rules.alternatives for one in spread_products(a, rules.heaps)]
    return [_move(a, rules.heaps, least, f"m{i}_") for i, a in enumerate(spread)]


def _move(alternative: Alternative, heaps: tuple[str, ...], least: int, prefix: str) -> Move:
    reader = Reader(prefix=f"{prefix}q")
    values = [[reader.cases(term) for term in component] for component in alternative.components]
    names_used = (n.name for top in alternative.nodes() for n in walk(top) if isinstance(n, Name))
    free = dict.fromkeys(name for name in names_used if name not in heaps)
    formulas: list[Formula] = [reader.formula(alternative.where)]
    formulas += reader.defining
    variables = (*free, *reader.auxiliary)
    components, changed = [], []
    known: dict[str, Affine] = {}
    for c, component in enumerate(values):
        names = []
        for heap, cases in zip(heaps, component, strict=True):
            if len(cases) == 1 and cases[0][1] == Affine.of(heap):
                names.append(heap)
                continue
            name = f"{prefix}y{c}_{heap}"
            names.append(name)
            changed.append(name)
            formulas.append(_defined(name, cases, known, variables))
        components.append(tuple(names))
    eliminated = [AtLeast0(form) for form in known.values()]
    formulas += eliminated
    formulas += [AtLeast0(Affine.of(n).plus(-least)) for part in components for n in part if n in changed]
    if len(components) == 1:
        pairs = [(Affine.of(h), Affine.of(n)) for h, n in zip(heaps, components[0], strict=True) if h != n]
        formulas.append(Any_(tuple(No(equal(heap, after)) for heap, after in pairs)))
    formula = rebuilt(All(tuple(formulas)), lambda form: _resolved(form, known))
    left = [n for n in free if n not in known]
    auxiliary = [n for n in reader.auxiliary if n not in known]
    used = {n for form in forms_of(formula) for n in form.names}
    hidden = tuple(n for n in (*left, *auxiliary) if n in used)
    return Move(tuple(components), tuple(changed), hidden, formula)


def _resolved(form: Affine, known: dict[str, Affine]) -> Affine:
    """The form with eliminated variables replaced; what replaces one may name those eliminated later."""
    while any(n in known for n in form.names):
        form = form.substituted(known)
    return form


def _defined(
    name: str, cases: list[tuple[Formula, Affine]], known: dict[str, Affine], variables: Iterable[str]
) -> Formula:
    """The track *name* has the value of a term; a free variable is eliminated where the term allows it."""
    track = Affine.of(name)
    if len(cases) == 1:
        form = _resolved(cases[0][1], known)
        for variable in form.names:
            if variable in variables and form.coefficient(variable).integer in {1, -1}:
                sign = form.coefficient(variable)
                known[variable] = track.plus(form, -1).times(sign).plus(Affine.of(variable))
                return All()
        return equal(track, form)
    return Any_(tuple(both(guard, equal(track, form)) for guard, form in cases))


# -- products of a heap and a free variable with constant bounds ------------------------------------------------------


def spread_products(alternative: Alternative, heaps: Sequence[str]) -> Iterator[Alternative]:
    """The alternative itself, or one for each value of a free variable that stands in a product with a variable."""
    name = _multiplied(alternative, heaps)
    if name is None:
        yield alternative
        return
    low, high = _constant_bounds(name, alternative.where)
    if high is None or high - low >= _MAX_SPREAD:
        raise NotLinear(f"a product with {name}, which has no small constant bounds")
    for value in range(low, high + 1):

        def put(node: Node, value: int = value) -> Node | None:
            return Int(value) if isinstance(node, Name) and node.name == name else None

        yield from spread_products(rebuild_rules(Rules((), (alternative,)), put).alternatives[0], heaps)


def _multiplied(alternative: Alternative, heaps: Sequence[str]) -> str | None:
    for top in alternative.nodes():
        for node in walk(top):
            if not isinstance(node, Op) or node.op not in {"*", "//", "%"}:
                continue
            sides = [[n.name for n in walk(side) if isinstance(n, Name)] for side in (node.left, node.right)]
            if node.op == "*" and not all(sides):
                continue
            for side in sides if node.op == "*" else sides[1:]:
                for name in side:
                    if name not in heaps:
                        return name
    return None


def _constant_bounds(name: str, where: Condition | None) -> tuple[int, int | None]:
    """Bounds of a variable by the conditions that must hold, each between it and a constant."""
    low, high = 0, None
    for condition in conjuncts(None if where is None else positive(where)):
        match condition:
            case Compare(op=op, left=Name(name=n), right=Int(value=c)) if n == name:
                pass
            case Compare(op=op, left=Int(value=c), right=Name(name=n)) if n == name:
                op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
            case In(term=Name(name=n), members=SetOf(elements=elements), negated=False) if n == name and elements:
                constants = [e.value for e in elements if isinstance(e, Int)]
                if len(constants) == len(elements):
                    low = max(low, min(constants))
                    high = max(constants) if high is None else min(high, max(constants))
                continue
            case _:
                continue
        if op in {"<", "<=", "=="}:
            top = c - (op == "<")
            high = top if high is None else min(high, top)
        if op in {">", ">=", "=="}:
            low = max(low, c + (op == ">"))
    return low, high


# -- as queries ----------------------------------------------------------------------------------------------------


def query(system: System, read: Sequence[str], move: Move, extra: Formula, guessed: Sequence[str] = ()) -> Query:
    """There is a move of this kind that satisfies *extra*, too; *guessed* are tracks of *extra*."""
    names = (*move.changed, *move.hidden, *guessed)
    return Query(system, read, tuple(n for n in names if n not in read), All((move.formula, extra)))


__all__ = ["Move", "moves_of", "query", "spread_products"]
