"""The scope that computes the loss is chosen from a table of grad modes."""
import torch
from torch import nn

MODES = {"train": torch.enable_grad, "probe": torch.no_grad}


def scope(name):
    return MODES[name]()  # <- other


net = nn.Linear(3, 2)
with scope("probe"):  # <- other
    loss = nn.functional.cross_entropy(net(torch.randn(5, 3)), torch.randint(0, 2, (5,)))  # <- no_grad
loss.backward()  # <- raised
