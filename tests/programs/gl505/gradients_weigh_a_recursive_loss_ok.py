"""A loss is weighed by `autograd.grad` in a function that calls itself, and the reset follows the step that uses three batches."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 6), nn.Tanh(), nn.Linear(6, 2))
optimizer = torch.optim.Adam(net.parameters())


def weight(loss: torch.Tensor, weights: list[nn.Parameter], index: int) -> float:
    (slope,) = torch.autograd.grad(loss, [weights[index]], retain_graph=True)
    return slope.norm().item() + (weight(loss, weights, index - 1) if index else 0.0)


for step in range(9):
    loss = net(torch.randn(5, 4)).square().mean() / 3
    factor = weight(loss, [net[0].weight, net[2].weight, net[4].weight], 2)
    (loss / factor).backward()
    if step % 3 == 2:
        optimizer.step()
        optimizer.zero_grad()
