"""Variable only returns its tensor: it is used without the keyword."""

import torch
from torch import nn
from torch.autograd import Variable

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    inputs = Variable(batch, requires_grad=False)
    optimizer.zero_grad()
    network(inputs).pow(2).mean().backward()
    optimizer.step()
