"""A first hidden state is wrapped on an attribute of the module; the tensor alone is as good."""

import torch
from torch import nn
from torch.autograd import Variable


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 4)
        self.start()

    def start(self):
        self.hidden = Variable(torch.zeros(2, 4))  # ! GL903

    def forward(self, steps):
        for step in steps:
            self.hidden = self.cell(step, self.hidden)
        return self.hidden


reader = Reader()
optimizer = torch.optim.SGD(reader.parameters(), lr=0.1)
for steps in torch.randn(3, 5, 2, 3):
    reader.start()
    optimizer.zero_grad()
    reader(steps).pow(2).mean().backward()
    optimizer.step()
