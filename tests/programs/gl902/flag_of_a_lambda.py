"""A lambda wraps arrays with a flag that only one of its uses sets: the mistake is there."""

import torch
from torch import nn
from torch.autograd import Variable

as_input = lambda array, off=False: Variable(torch.as_tensor(array), volatile=off)  # noqa: E731

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(4, 3, 2):
    optimizer.zero_grad()
    net(as_input(x)).pow(2).mean().backward()
    optimizer.step()
print(net(as_input([[3.0, 1.0]], True)).item())  # ! GL902
