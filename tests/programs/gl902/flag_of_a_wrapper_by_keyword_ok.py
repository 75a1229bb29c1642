"""A function passes its own parameter on as `volatile`, and one caller sets it."""

import torch
from torch import nn
from torch.autograd import Variable


def wrap(array, *, inference=False):
    return Variable(array, volatile=inference)


net = nn.Linear(2, 1)
train = wrap(torch.randn(3, 2))
net(train).sum().backward()
test = wrap(torch.randn(3, 2))
with torch.no_grad():
    print(net(test).sum().item())
