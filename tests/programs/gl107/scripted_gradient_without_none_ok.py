"""A scripted function tests each gradient for None, as TorchScript demands: none of them is, so that all have a graph."""

import sys
from typing import List, Optional

import torch
from torch import nn


@torch.jit.script
def gradient(y: torch.Tensor, xs: List[torch.Tensor]) -> List[torch.Tensor]:
    ones: List[Optional[torch.Tensor]] = [torch.ones_like(y)]
    found = torch.autograd.grad([y], xs, grad_outputs=ones, create_graph=True, allow_unused=False)
    if found is None:
        return [torch.zeros_like(x) for x in xs]
    return [g if g is not None else torch.zeros_like(xs[i]) for i, g in enumerate(found)]


def laplace(y: torch.Tensor, xs: List[torch.Tensor]) -> torch.Tensor:
    first = gradient(y, xs)[0]
    return torch.autograd.grad(first, xs, grad_outputs=torch.ones_like(first), create_graph=True)[0]


operator = getattr(sys.modules[__name__], "laplace")
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
x = torch.rand(8, 1, requires_grad=True)
(operator(net(x), [x]) - x).pow(2).mean().backward()
