"""Layers by name."""

from torch import nn

KINDS = {"linear": nn.Linear, "bilinear": nn.Bilinear}


def build(settings):
    kind = KINDS.get(settings["name"])
    layer = kind(**settings.get("arguments", {}))
    return layer
