"""Each helper converts a tensor to a number: the test of its class is false for tensors."""

import collections.abc
import decimal
import numbers

import numpy as np
import torch
from torch import nn

PLAIN = (int, float, numbers.Number)


def number(x):
    return x if isinstance(x, numbers.Number) else x.item()


def real(x):
    if isinstance(x, numbers.Real):
        return x
    if isinstance(x, (np.number, decimal.Decimal)):
        return float(x)
    return x.detach()


def exact(x):
    return x.item() if type(x) not in (int, float) else x


def same(x):
    return x if type(x) is float or type(x) == int or x.__class__ is complex else x.item()


def union(x):
    return x if isinstance(x, int | float | None) else x.item()


def nested(x):
    return x if isinstance(x, (PLAIN, np.floating)) else x.item()


def scalar(x):
    return x if np.isscalar(x) else x.item()


def derived(x):
    return x if issubclass(type(x), (float, int)) else x.item()


def mapping(x):
    return x if isinstance(x, (collections.abc.Mapping, collections.abc.Sequence)) else x.item()


def matched(x):
    match x:
        case None:
            return 0.0
        case int() | float() if x >= 0:
            return x
        case _:
            return x.item()


CONVERT = {float: lambda x: x, torch.Tensor: lambda x: x.item()}


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
a = b = c = d = e = f = g = h = i = j = k = 0.0
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    a += number(loss)
    b += real(loss)
    c += exact(loss)
    d += same(loss)
    e += union(loss)
    f += nested(loss)
    g += scalar(loss)
    h += derived(loss)
    i += mapping(loss)
    j += matched(loss)
    k += CONVERT[type(loss)](loss)
print(a, b, c, d, e, f, g, h, i, j, k)
