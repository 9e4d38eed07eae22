"""Surveys: every member of a family of games, each with what is known of its values; and drafts of OEIS entries."""
