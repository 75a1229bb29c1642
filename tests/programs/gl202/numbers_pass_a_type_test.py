"""Each helper converts numbers and returns a tensor as it is: the tests of its class are the wrong way round."""

import collections.abc
import numbers

import numpy as np
import torch
from torch import nn


def number(x):
    return float(x) if isinstance(x, numbers.Number) else x


def exact(x):
    return x if type(x) not in (int, float) else float(x)


def same(x):
    return x if type(x) is torch.Tensor else x.item()


def union(x):
    return x if isinstance(x, torch.Tensor | float) else x.item()


def scalar(x):
    return float(x) if np.isscalar(x) else x


def derived(x):
    return x if issubclass(type(x), torch.Tensor) else x.item()


def sized(x):
    return x if isinstance(x, collections.abc.Iterable) else x.item()


def matched(x):
    match x:
        case None:
            return 0.0
        case torch.Tensor() as y:
            return y
        case _:
            return x.item()


CONVERT = {float: lambda x: x, torch.Tensor: lambda x: x * 2}


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
a = b = c = d = e = f = g = h = i = 0.0
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    a += number(loss)  # ! GL202
    b += exact(loss)  # ! GL202
    c += same(loss)  # ! GL202
    d += union(loss)  # ! GL202
    e += scalar(loss)  # ! GL202
    f += derived(loss)  # ! GL202
    g += sized(loss)  # ! GL202
    h += matched(loss)  # ! GL202
    i += CONVERT[type(loss)](loss)  # ! GL202
print(a, b, c, d, e, f, g, h, i)
