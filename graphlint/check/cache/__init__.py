"""The cache of results between runs: validated data, never executed."""
