"""graphlint: a static linter for the life of the autograd graph in PyTorch code."""

__version__ = "0.1.0"
