"""Execution of the program: instructions, control flow, functions, generators, classes and imports."""
