"""A wrapper that is not a module passes calls on to the network: the call in evaluation lacks no_grad, not the shared one."""

import torch
from torch import nn


class Wrapper:
    def __init__(self, network):
        self.network = network

    def __call__(self, x):
        return self.network(x)


model = Wrapper(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.network.parameters(), lr=0.1)
for epoch in range(3):
    model.network.train()
    optimizer.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()
    model.network.eval()
    for batch in range(2):
        print(model(torch.randn(4, 3)).mean().item())  # ! GL301
