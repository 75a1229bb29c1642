"""The product saved the old memory for the forget gate's gradient, and the new memory is copied over it."""

import torch
from torch import nn


class GatedCell(nn.Module):
    def __init__(self, inputs, size):
        super().__init__()
        self.gates = nn.Linear(inputs + size, 3 * size)

    def forward(self, x, memory):
        keep, write, new = self.gates(torch.cat([x, memory], dim=1)).chunk(3, dim=1)
        updated = memory * torch.sigmoid(keep) + torch.sigmoid(write) * torch.tanh(new)
        memory.copy_(updated)
        return memory


cell = GatedCell(2, 3)
optimizer = torch.optim.Adam(cell.parameters())
memory = torch.zeros(5, 3)
for item in torch.randn(4, 5, 2):
    memory = cell(item, memory)
optimizer.zero_grad()
memory.pow(2).sum().backward()  # ! GL105
optimizer.step()
