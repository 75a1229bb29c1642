"""Execution of the program's code: instructions, control flow, functions, generators, classes and imports."""
