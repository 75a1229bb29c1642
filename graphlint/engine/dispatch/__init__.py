"""Dispatch of Python's protocols to the models, by the class of a value."""
