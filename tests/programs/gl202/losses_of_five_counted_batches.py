"""A counter kept by hand says when the sum of the losses is shown, and every loss was backpropagated before."""

import torch
from torch import nn


def fit(net, opt, batches):
    total, count = 0, 0
    for x in batches:
        loss = net(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss  # ! GL202
        count += 1
        if count % 5 == 0:
            print(float(total) / count)


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
fit(net, opt, torch.randn(80, 4, 3))
