"""Roots: the code at which the analysis of a file starts, and the result of each run.

A root is executed without a resolved caller: the module's code, each function that no earlier run executed to its end, a callback that
unresolved code receives, a nested function that escapes, and an inherited method on an instance of a subclass. Its arguments are unknown
values, of the kinds that annotations and uses show. Each root has a `Run` of its own, with the events of all its paths.
"""
