"""A term of the loss is a leaf that the optimizer owns: a learned weight, which its gradient trains."""

import torch
from torch import nn
from torch.autograd import Variable

model = nn.Linear(3, 2)
start = torch.rand(3).mean()
weight = Variable(start * 0.5, requires_grad=True)
optimizer = torch.optim.SGD([*model.parameters(), weight], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    error = model(torch.randn(8, 3)).pow(2).mean()
    loss = error * torch.exp(-weight) + weight
    loss.backward()
    optimizer.step()
