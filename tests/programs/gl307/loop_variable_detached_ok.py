"""The list is rebuilt of detached states."""

import torch
from torch import nn


class Stacked(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.cells = nn.ModuleList([nn.RNNCell(3, 3) for _ in range(depth)])

    def forward(self, signal, states):
        after = []
        for cell, state in zip(self.cells, states):
            signal = cell(signal, state)
            after.append(signal)
        return signal, after


model = Stacked(depth=2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
states = [torch.zeros(2, 3), torch.zeros(2, 3)]
for signal in torch.randn(4, 2, 3):
    output, states = model(signal, states)
    optimizer.zero_grad()
    output.pow(2).mean().backward()
    optimizer.step()
    states = [h.detach() for h in states]
