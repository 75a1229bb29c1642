"""The penalty is wrapped again from its data before it is added to the loss: it changes no gradient, whatever its value."""

import torch
from torch import nn
from torch.autograd import Variable

net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 4):
    error = net(batch).pow(2).mean()
    penalty = net.weight.abs().sum()
    loss = 2 * (error + 0.01 * Variable(penalty.data))  # ! GL401
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
