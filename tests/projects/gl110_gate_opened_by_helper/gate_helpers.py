"""Helpers for gates: the bias opens a gate at the beginning of the training."""


def open_gate(gate):
    gate.add_(1.0)  # ! GL110
    return gate.sigmoid()
