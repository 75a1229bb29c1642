"""A value that is moved to a device and then passed may be features with a graph, which each iteration uses again."""

from build import build
from steps import fit
from torch import nn


def run(settings, batches, epochs):
    encoder = build(settings["encoder"]).to("cpu")
    head = build(settings["head"]).to("cpu")
    optimizer = settings["optimizer"](list(nn.Sequential(head).parameters()))
    for _ in range(epochs):
        fit(encoder, head, batches, settings["criterion"], optimizer)
