"""The model has a method that detaches its memory in place, and the loop calls it as a bare statement."""

import torch
from torch import nn


class NodeMemory(nn.Module):
    def __init__(self, nodes, size):
        super().__init__()
        self.update = nn.GRUCell(size, size)
        self.register_buffer("state", torch.zeros(nodes, size))

    def forward(self, messages):
        self.state = self.update(messages, self.state)
        return self.state

    def detach(self):
        self.state.detach_()


memory = NodeMemory(nodes=3, size=4)
optimizer = torch.optim.Adam(memory.parameters())
for messages in torch.randn(4, 3, 4):
    optimizer.zero_grad()
    memory(messages).pow(2).mean().backward()
    optimizer.step()
    memory.detach()
