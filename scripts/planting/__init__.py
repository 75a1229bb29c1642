"""Planting bugs in clean training code: pure transformations of source text, nothing is executed."""
