"""Every parameter outside of the last layer is frozen in a loop, and the optimizer filters by requires_grad."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 6), nn.ReLU())
        self.fc = nn.Linear(6, 3)

    def forward(self, x):
        return self.fc(self.layers(x))


net = Net()
for name, parameter in net.named_parameters():
    parameter.requires_grad = name.startswith("fc.")
optimizer = torch.optim.SGD(filter(lambda parameter: parameter.requires_grad, net.parameters()), lr=0.1)
for batch in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    net(batch).logsumexp(dim=1).mean().backward()
    optimizer.step()
