"""A model's forward method is called directly in evaluation, under no_grad."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(3, 4)
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.rand(3, 5, 3):
    loss = net.forward(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
net.eval()
for x in torch.rand(3, 5, 3):
    with torch.no_grad():
        best = net.forward(x).max().item()
    print(best)
