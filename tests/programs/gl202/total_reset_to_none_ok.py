"""The sum of the losses is backpropagated every eight batches and begins with None."""

import torch
from torch import nn


def fit(net, opt, batches):
    total = None
    for number, x in enumerate(batches):
        loss = net(x).pow(2).mean()
        total = loss if total is None else total + loss
        if (number + 1) % 8 == 0:
            opt.zero_grad()
            total.backward()
            opt.step()
            total = None


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
fit(net, opt, torch.randn(80, 4, 3))
