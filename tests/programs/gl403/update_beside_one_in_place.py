"""One parameter is rebound and the other updated in place: the rebinding is the cause of the graph that grows."""

import operator

import torch


def mse(prediction, target):
    return (prediction - target).pow(2).mean()


def fit(x, y, rate=0.1, steps=200):
    w = torch.zeros(x.shape[1], 1, requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    for _ in range(steps):
        loss = mse(x @ w + b, y)
        loss.backward()
        w = w - rate * w.grad  # ! GL403
        with torch.no_grad():
            b -= rate * b.grad
        b.grad.zero_()
    return w.detach(), b.detach()


operator.call(fit, torch.randn(8, 3), torch.randn(8, 1))
