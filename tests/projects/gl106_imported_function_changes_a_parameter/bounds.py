"""Keeps values within bounds."""


def bound(p, c):
    p.clamp_(-c, c)  # ! GL106
