"""The loop adds losses to a meter by the meter's own addition, which makes a new meter: the place is the addition."""

import torch
from torch import nn


class Meter:
    def __init__(self, value=0.0):
        self.value = value

    def __add__(self, other):
        return Meter(self.value + other)


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
meter = Meter()
for x in torch.randn(20, 4, 3):
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    meter = meter + loss  # ! GL202
print(float(meter.value))
