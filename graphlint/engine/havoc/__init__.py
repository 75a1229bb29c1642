"""Havoc: what code that is not executed may do to graphs, gradients and objects."""
