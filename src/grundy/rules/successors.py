"""Rules given as a Python function or class of successors, over any hashable state."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from .errors import PositionError, RuleError, cut
from .meter import Meter
from .notation import component_text
from .numbers import shown
from .positions import Position
from .rulesets import About, AnyFamily, Option, Ruleset, State
from .scan import FILE_AND_NAME

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Split:
    """An option that leaves several components, each a state: their disjunctive sum."""

    states: tuple[Hashable, ...]


def split(*states: Hashable) -> Split:
    """The option that leaves these states side by side, for functions of successors.

    >>> split(3, 4)
    Split(states=(3, 4))
    """
    return Split(states)


@dataclass(frozen=True, eq=False, repr=False)
class Successors(Ruleset):
    """Rules as a function from a state to its successors; an index gives the state.

    States are any hashable values: ``game[5]`` is the state 5, ``game[3, 4]`` the state (3, 4). Of a class, the state
    is an instance, made from the index as arguments, and its method ``options`` gives the successors.
    """

    function: Callable[..., Any]
    text: str
    about: About | None = None
    heaps: int = 0
    least: int = 0
    ordered: ClassVar[bool] = False

    @property
    def canonical(self) -> str:
        """A text that only this function has in this process."""
        return f"{self.text} #{id(self.function)}"

    @property
    def law_keys(self) -> tuple[tuple[str, tuple[object, ...]], ...]:
        """No law is known for functions."""
        return ()

    def component(self, values: Sequence[Any]) -> State:
        """The state with this index; raises PositionError."""
        items = tuple(values)
        try:
            plain = items[0] if len(items) == 1 else items
            state = self.function(*items) if isinstance(self.function, type) else plain
            hash(state)
        except (Exception, SystemExit) as error:
            text = ", ".join(map(shown, items))
            raise PositionError(f"{self.text}[{text}] is no state: {type(error).__name__}: {error}") from error
        return state

    def _position(self, items: tuple[Any, ...]) -> Position:
        return Position(((self, self.component(items)),))

    def labelled_options(self, component: State, meter: Meter) -> Iterator[tuple[int, Option]]:
        """The successors in the function's order, without repetition.

        An exception of the function is a RuleError that names the state.
        """
        seen: set[Any] = set()
        where = self.position_texts([component])[0]
        try:
            found = component.options() if isinstance(self.function, type) else self.function(component)
        except (Exception, SystemExit) as error:
            raise RuleError(f"{where}: the function of successors failed: {type(error).__name__}: {error}") from error
        if not isinstance(found, Iterable):
            kind = "None" if found is None else f"{type(found).__name__}, no list of states"
            raise RuleError(f"{where}: the function of successors gave {kind}; expected states, or [] where play ends")
        iterator = iter(found)
        while True:
            try:
                after = next(iterator)
            except StopIteration:
                return
            except (Exception, SystemExit) as error:
                raise RuleError(
                    f"{where}: the function of successors failed: {type(error).__name__}: {error}"
                ) from error
            meter.spend()
            if _is_new(after, seen, where):
                seen.add(after)
                yield len(seen), after.states if isinstance(after, Split) else (after,)

    def position_texts(self, components: Sequence[State]) -> list[str]:
        """One text for each component; for a class, what its repr says."""
        if isinstance(self.function, type):
            return [repr(c) for c in components]
        return [f"{self.text}[{component_text(c)}]" for c in components]

    def on_heaps(self, count: int) -> Ruleset:
        """The ruleset itself: the states say what a component is."""
        del count
        return self


def _is_new(after: Any, seen: set[Any], where: str) -> bool:
    """Whether a successor has not come yet; raises RuleError for one that is no state."""
    try:
        hash(after)
        known = after in seen
    except (Exception, SystemExit) as error:
        hint = "; states are hashable, such as tuples" if isinstance(error, TypeError) else ""
        raise RuleError(f"{where}: {shown(after)} is no state: {type(error).__name__}: {error}{hint}") from error
    return not known


def successors(function: Callable[..., Any], text: str = "") -> Successors:
    """The ruleset of a function from a state to an iterable of successor states, or of a class with ``options()``.

    Raises RuleError for anything else.

    >>> halve = successors(lambda n: [n // 2, n - 1] if n else [])
    >>> len(list(halve[6].options()))
    2
    """
    if not isinstance(text, str):
        raise RuleError(f"the text of a ruleset is a text, not {shown(text)}")
    if not callable(function):
        raise RuleError(f"a ruleset is a function or class of successors, not {shown(function)}")
    if isinstance(function, type) and not callable(getattr(function, "options", None)):
        raise RuleError(f"the class {function.__name__} needs a method options() that gives the successors")
    return Successors(function, text or f"successors({getattr(function, '__name__', 'function')})")


def load(reference: object) -> Any:
    """The ruleset of ``file.py:name``: a function or class of successors, or a ruleset that the file defines.

    The file is run as Python. Raises RuleError where it cannot be run or has no such name.
    """
    from pathlib import Path

    match = FILE_AND_NAME.fullmatch(reference.strip()) if isinstance(reference, str) else None
    if match is None or not isinstance(reference, str):
        raise RuleError(f"expected file.py:name, not {shown(reference)}")
    path, name = Path(match["file"]), match["name"]
    if not path.is_file():
        raise RuleError(f"there is no file {match['file']}", reference, 0)
    made = _run(path)
    if not hasattr(made, name):
        known = cut(", ".join(_defined(made)) or "nothing")
        raise RuleError(f"{match['file']} defines no {name}; it defines {known}", reference, match.start("name"))
    value = getattr(made, name)
    return successors(value, match.group()) if callable(value) and not isinstance(value, AnyFamily) else value


def _defined(made: Any) -> list[str]:
    """The names of a file that may be rules: functions and classes of its own, and rulesets and families."""
    return [
        name
        for name, value in vars(made).items()
        if not name.startswith("_")
        and (
            isinstance(value, Ruleset | AnyFamily)
            or (callable(value) and getattr(value, "__module__", None) == made.__name__)
        )
    ]


def _run(path: Path) -> Any:
    import importlib.util

    key = f"_grundy_rules_{path.stem}_{abs(hash(path.resolve()))}"
    if key in sys.modules:
        return sys.modules[key]
    spec = importlib.util.spec_from_file_location(key, path)
    if spec is None or spec.loader is None:
        raise RuleError(f"{path} cannot be run as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[key] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[key]
        if isinstance(error, KeyboardInterrupt):
            raise
        line = getattr(error, "lineno", None)
        tb = error.__traceback__
        while tb is not None:
            if tb.tb_frame.f_code.co_filename == str(path):
                line = tb.tb_lineno
            tb = tb.tb_next
        place = f", line {line}" if line else ""
        raise RuleError(f"{path}{place}: {type(error).__name__}: {error}") from error
    return module
