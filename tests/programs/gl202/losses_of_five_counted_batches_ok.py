"""A counter kept by hand says when the sum of the losses is backpropagated: more iterations pass than are executed abstractly."""

import torch
from torch import nn


def fit(net, opt, batches):
    total, count = 0, 0
    for x in batches:
        total += net(x).pow(2).mean()
        count += 1
        if count % 5 == 0:
            opt.zero_grad()
            total.backward()
            opt.step()
            total = 0


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
fit(net, opt, torch.randn(80, 4, 3))
