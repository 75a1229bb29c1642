"""Dispatch of Python's protocols (call, method, attribute, item, iteration) to the models, by the class of a value."""
