"""The shapes of two outputs of a loaded network are asserted, in a test of it."""

import torch
from torch import nn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(3, 2), nn.Linear(3, 5)

    def forward(self, x):
        return self.first(x), {"second": self.second(x)}


def check_shapes():
    net = TwoHeads()
    net.load_state_dict(TwoHeads().state_dict())
    net.eval()
    first, others = net(torch.zeros(4, 3))
    assert first.shape == (4, 2)
    assert others["second"].dim() == 2


check_shapes()
