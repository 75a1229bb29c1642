"""Models of Python: containers, iteration, attributes, built-in functions and the standard library."""
