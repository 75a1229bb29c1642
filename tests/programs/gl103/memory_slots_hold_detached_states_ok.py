"""The slots of the memory are filled with detached states, whatever their keys."""

import torch
from torch import nn

cell = nn.GRUCell(4, 4)
optimizer = torch.optim.Adam(cell.parameters())
memory = {number: torch.zeros(1, 4) for number in range(2)}
for number, message in zip([0, 1, 0, 1, 1], torch.randn(5, 1, 4)):
    state = cell(message, memory[number])
    optimizer.zero_grad()
    (state - message).abs().sum().backward()
    optimizer.step()
    memory[number] = state.detach()
