"""Certificates of known laws, one file each, and their index: data only, read by `grundy.laws.library`."""
