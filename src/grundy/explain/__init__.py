"""Explanations: why a position is won or lost, in words that can be checked by hand, and graded hints."""

from .explaining import hints, why
from .explanation import Explanation

__all__ = ["Explanation", "hints", "why"]
