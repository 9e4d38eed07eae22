"""Proofs of laws: a ruleset and a law to a certificate, one file a method."""
