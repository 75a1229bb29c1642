"""An optimizer of the program drops the gradients that its step has used."""

import torch
from torch import nn


class Descent(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr})

    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad, alpha=-group["lr"])
                    p.grad = None


class Halving(Descent):
    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.sub_(p.grad * group["lr"])
                    p.grad.zero_()


def descend(batches):
    net = nn.Linear(3, 1)
    optimizer = Descent(net.parameters())
    for batch in batches:
        net(batch).pow(2).mean().backward()
        optimizer.step()


def halve(batches):
    net = nn.Linear(3, 1)
    optimizer = Halving(net.parameters())
    for batch in batches:
        net(batch).pow(2).mean().backward()
        optimizer.step()


eval("descend")(torch.randn(3, 4, 3))
eval("halve")(torch.randn(3, 4, 3))
