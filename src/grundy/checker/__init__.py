"""Certificates to verdicts: the trusted base, in plain Python, with nothing of the prover in it."""
