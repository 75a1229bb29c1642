"""An optimizer of the program steps, and its gradients are zeroed group by group."""

import torch
from torch import nn


class Descent(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.add_(p.grad, alpha=-group["lr"])


def wipe(optimizer):
    for group in optimizer.param_groups:
        for p in group["params"]:
            if p.grad is not None:
                p.grad.zero_()


def fit(make):
    net = nn.Linear(3, 1)
    optimizer = make(net.parameters(), lr=0.1)
    for _ in range(4):
        wipe(optimizer)
        net(torch.randn(4, 3)).mean().backward()
        optimizer.step()


fit(torch.optim.SGD)
fit(Descent)
