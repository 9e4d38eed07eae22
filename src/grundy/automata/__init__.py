"""Automata that read numbers: numeration systems, relations of several numbers, first-order formulas, learning.

The package stands on numpy; it is imported where a proof needs it.
"""
