"""The gradients are reset between the backward and the step of an optimizer that the program writes."""

import torch
from torch import nn


class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1, momentum=0.9):
        super().__init__(params, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None if closure is None else closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    speed = self.state[p].setdefault("speed", torch.zeros_like(p))
                    speed.mul_(group["momentum"]).add_(p.grad)
                    p.add_(speed, alpha=-group["lr"])
        return loss


def fit(batches):
    net = nn.Linear(3, 1)
    optimizer = Momentum(net.parameters())
    for batch in batches:
        loss = net(batch).pow(2).mean()
        loss.backward()
        optimizer.zero_grad()  # ! GL502
        optimizer.step()


eval("fit")(torch.randn(3, 4, 3))
