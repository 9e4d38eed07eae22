"""Closed forms of games: Grundy values, or P-positions, of components of any size.

A law is a frozen value. It evaluates a component, names the options that have a wanted value, and says itself
in words and as a formula. Each family of laws has a module of its own; `grundy.laws.known` finds the law of a
ruleset and loads only the module that is needed.
"""
