"""The only call that is seen is rejected before the loop, which stores numbers."""

import weakref

import torch
from torch import nn


def fit(net, optimizer, batches, epochs):
    if epochs < 1:
        raise ValueError(f"{epochs} epochs")
    curve = []
    for _ in range(epochs):
        for x in batches:
            loss = net(x).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            curve.append(loss.item())
    return max(curve)


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = [torch.randn(4, 3) for _ in range(5)]
try:
    fit(net, optimizer, batches, 0)
except ValueError as error:
    print(error)
print(float(weakref.ref(fit)()(net, optimizer, batches, 1)))
