"""Generators of the files that are derived from the rules and the table of settings. `scripts/generate.py` writes what they return."""
