"""One position as one HTML file that plays without a server: its graph of components, and the page around it."""

from .page import HINTS, PLAYERS, Match, Page, page

__all__ = ["HINTS", "PLAYERS", "Match", "Page", "page"]
