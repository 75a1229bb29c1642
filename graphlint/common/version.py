"""The version of graphlint."""

__version__ = "0.1.0"
