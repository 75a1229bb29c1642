"""The gates of a recurrent cell are chunks of one linear layer's output, and their activation is applied in place."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.gates = nn.Linear(inputs + hidden, 3 * hidden)

    def forward(self, x, state):
        reset, update, candidate = self.gates(torch.cat([x, state], 1)).chunk(3, 1)
        update.sigmoid_()  # ! GL110
        candidate = torch.tanh(candidate * torch.sigmoid(reset))
        return update * state + (1 - update) * candidate


cell = Cell(4, 6)
optimizer = torch.optim.Adam(cell.parameters())
state = torch.zeros(2, 6)
for step in range(5):
    state = cell(torch.randn(2, 4), state)
optimizer.zero_grad()
state.pow(2).mean().backward()
optimizer.step()
