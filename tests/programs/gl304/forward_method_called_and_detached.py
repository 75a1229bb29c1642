"""The greedy action is chosen by a direct call of forward and detached: the graph of that call is built for nothing."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(3, 4)
        self.out = nn.Linear(4, 2)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.rand(3, 5, 3):
    values = net.forward(x)
    target = net.forward(x + 1).detach()  # ! GL304
    loss = (values - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
