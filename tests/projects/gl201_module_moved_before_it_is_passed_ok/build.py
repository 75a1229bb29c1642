"""Layers by name."""

from torch import exp, nn

KINDS = {"linear": nn.Linear, "exponential": exp}


def build(settings):
    kind = KINDS.get(settings["name"])
    layer = kind(**settings.get("arguments", {}))
    return layer
