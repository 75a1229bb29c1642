"""The helper wraps every fresh state, as it had to in the old days."""

import torch
from torch import nn
from torch.autograd import Variable as V


def start(layers, batch, size):
    return [V(torch.zeros(batch, size)) for _ in range(layers)]  # ! GL903


cells = nn.ModuleList([nn.RNNCell(3, 3), nn.RNNCell(3, 3)])
states, signal = start(2, 4, 3), torch.randn(4, 3)
for level, cell in enumerate(cells):
    signal = states[level] = cell(signal, states[level])
signal.sum().backward()
