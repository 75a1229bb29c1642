"""Weights are initialized by a loop over the parameters."""
from torch import nn
from vendorlib import make_model

model = make_model(4, 2)  # <- leaf


def init(module):
    for name, parameter in module.named_parameters():
        if "bias" in name:
            parameter.fill_(0.0)  # <- raised


init(model)
