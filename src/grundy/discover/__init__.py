"""Candidate laws: what fits a table of values, ranked, with the bound to which it was checked."""
