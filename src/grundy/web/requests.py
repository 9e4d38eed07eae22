"""What requests of the API hold, by kind; the descriptions are those of the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

_NOT_EMPTY = {"minLength": 1}
"""What is empty is refused by the readers of positions and rules, whose message says more."""
_Position = Annotated[
    str,
    Field(
        description="A position: heaps in brackets, + for sums.",
        examples=["nim[3, 6, 9]", "wythoff[5, 8]"],
        json_schema_extra=_NOT_EMPTY,
    ),
]
_Rules = Annotated[
    str,
    Field(
        description="Rules: a game of the catalogue, a family with its values, or a rule text.",
        examples=["kayles", "bash(10)", "a, b -> a-t, b | a, b-t | a-t, b-t"],
        json_schema_extra=_NOT_EMPTY,
    ),
]
_Lang = Annotated[Literal["en", "zh"], Field(description="The language of words.")]
_Misere = Annotated[bool, Field(description="Misère play: whoever cannot move wins. 0 or 1.")]


class Asked(BaseModel):
    """A request; names that it does not know are refused."""

    model_config = ConfigDict(extra="forbid")

    @field_validator("to", "part", "seed", mode="before", check_fields=False)
    @classmethod
    def absent(cls, value: Any) -> Any:
        """Nothing where a form was left empty."""
        return None if value == "" else value


class OfPosition(Asked):
    """About one position."""

    position: _Position
    misere: _Misere = False


class OfMove(OfPosition):
    """About a move."""

    to: Annotated[
        str,
        Field(
            description="The position that the move leads to, or the move as it is typed in a match: 5, take 3, 2 & 3.",
            examples=["nim[3, 6, 5]", "take 4 from 3"],
            json_schema_extra=_NOT_EMPTY,
        ),
    ]
    part: Annotated[
        int | None, Field(ge=1, description="The number of the component that a typed move is about, from 1.")
    ] = None


class OfReply(OfPosition):
    """About the machine's move."""

    strength: Annotated[float, Field(ge=0, le=1, description="The probability of a best move.")] = 1.0
    seed: Annotated[
        str | None, Field(max_length=100, description="The same seed gives the same move; without one it varies.")
    ] = None


class OfWhy(OfPosition):
    """About the reasons."""

    lang: _Lang = "en"


class OfSolve(OfPosition):
    """About a solution."""

    limit: Annotated[int, Field(ge=0, le=1_000_000, description="Winning options to list.")] = 20


class OfTable(Asked):
    """About a table."""

    rules: Annotated[
        str,
        Field(
            description="Rules, or a region.",
            examples=["kayles", "wythoff[:10, :10]", "nim[:, :]"],
            json_schema_extra=_NOT_EMPTY,
        ),
    ]
    to: Annotated[int | None, Field(ge=0, le=10**18, description="The largest heap, itself included.")] = None
    misere: _Misere = False


class OfText(Asked):
    """About a text that someone types."""

    text: Annotated[
        str,
        Field(
            description="A position or rules.",
            examples=["bash(10)", "n -> n-t where t <= 3"],
            json_schema_extra=_NOT_EMPTY,
        ),
    ]
    lang: _Lang = "en"


class OfStudy(Asked):
    """About a study."""

    rules: _Rules
    misere: _Misere = False
    budget: Annotated[float | None, Field(gt=0, description="The seconds that the study may take; 20 unless said.")] = (
        None
    )


class OfLanguage(Asked):
    """About the catalogue."""

    lang: _Lang = "en"
