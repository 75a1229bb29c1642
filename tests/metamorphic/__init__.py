"""Metamorphic tests: programs rewritten without a change of what they do, and their findings."""
