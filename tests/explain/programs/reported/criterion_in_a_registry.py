"""A registered criterion has a decorator that disables grad mode."""
import functools

import torch
from torch import nn
REGISTRY = {}
def register(name):
    def wrap(fn):
        REGISTRY[name] = fn
        return fn
    return wrap
def frozen(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        with torch.no_grad():  # <- other
            return fn(*args, **kwargs)
    return inner
@register("l2")
@frozen  # <- other
def l2(a, b):
    return (a - b).pow(2).mean()  # <- no_grad
@register("l1")
def l1(a, b):
    return (a - b).abs().mean()
def train(kind):
    net = nn.Linear(3, 3)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    criterion = REGISTRY[kind]
    for x in torch.randn(2, 4, 3):
        loss = criterion(net(x), x)
        loss.backward()  # <- raised
        opt.step()
train("l2")
