"""Encoders by name."""

from torch import nn

_ENCODERS = {}


def encoder(name):
    def store(function):
        _ENCODERS[name] = function
        return function

    return store


def build(name):
    return _ENCODERS[name]()


@encoder("small")
def small():
    return nn.Sequential(nn.Linear(4, 6), nn.ReLU())


@encoder("large")
def large():
    return nn.Sequential(nn.Linear(4, 60), nn.ReLU(), nn.Linear(60, 6))
