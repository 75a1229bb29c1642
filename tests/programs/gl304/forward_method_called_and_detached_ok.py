"""The greedy action is chosen by the forward called by its name and detached: the graph of that pass is built for nothing."""

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
    with torch.no_grad():
        target = net.forward(x + 1)
    loss = (values - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
