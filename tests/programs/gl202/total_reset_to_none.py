"""The sum of the losses is reset before the first batch of the first epoch only."""

import torch
from torch import nn


def fit(net, opt, batches):
    total = None
    for number, x in enumerate(batches):
        if number == 0:
            total = 0.0
        loss = net(x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        total = total + loss  # ! GL202
    print(float(total))


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
fit(net, opt, torch.randn(80, 4, 3))
