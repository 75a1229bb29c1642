"""Roots: where the analysis enters a program, and what each run returns."""
