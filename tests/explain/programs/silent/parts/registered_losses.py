"""Losses under the names of a configuration, for the programs that import them."""
import torch
from torch import nn
from vendorlib import Registry

LOSSES = Registry()


def dice(scores, target):
    shares = scores.softmax(1)  # <- built
    shares += 1e-6  # <- changed
    return 1 - 2 * (shares * target).sum() / (shares + target).sum()


@LOSSES.register_module
class Dice(nn.Module):
    def forward(self, scores, target):
        return dice(scores, target)


@LOSSES.register_module
class Absolute(nn.Module):
    def forward(self, scores, target):
        shares = torch.softmax(scores, 1)
        return (shares - target).abs().sum()
