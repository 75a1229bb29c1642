"""Confirming: a program is run on the runtime shim, in a process of its own, and its trace is read by the same rules as the analysis."""
