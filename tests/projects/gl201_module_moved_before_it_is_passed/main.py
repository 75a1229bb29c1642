"""A value that is moved to a device and then passed as a module is a module before, too."""

from build import build
from steps import fit
from torch import nn


def run(settings, batches, epochs):
    encoder = build(settings["encoder"]).to("cpu")
    head = build(settings["head"]).to("cpu")
    optimizer = settings["optimizer"](list(nn.Sequential(encoder, head).parameters()))
    for _ in range(epochs):
        fit(encoder, head, batches, settings["criterion"], optimizer)
