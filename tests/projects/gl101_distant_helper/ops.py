"""Helpers."""


def values_of(x):
    return x * 1.0
