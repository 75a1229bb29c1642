"""A moving average begins with the first loss and is returned: only the statement that averages makes it grow."""

import torch
from torch import nn


class Average:
    def __init__(self):
        self.value = None

    def add(self, loss):
        if self.value is None:
            self.value = loss
        else:
            self.value = 0.9 * self.value + 0.1 * loss  # ! GL202
        return self.value


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
average = Average()
for step in range(8):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, average.add(loss).item())
