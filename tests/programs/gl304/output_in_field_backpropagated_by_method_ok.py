"""The output is stored in a field before it is detached, and another method backpropagates through it."""

import torch
from torch import nn


class Split(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.second = nn.Linear(4, 2)

    def forward(self, inputs):
        self.hidden = torch.relu(self.first(inputs))
        self.received = self.hidden.detach().requires_grad_()
        return self.second(self.received)

    def backward_first(self):
        self.hidden.backward(self.received.grad)


network = eval("Split")()
network(torch.randn(2, 3)).pow(2).mean().backward()
network.backward_first()
