"""Helpers for gates: the bias opens a gate at the beginning of the training."""


def open_gate(gate):
    return (gate + 1.0).sigmoid()
