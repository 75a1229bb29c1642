"""LBFGS computes its gradients in the closure, and that is where they are clipped."""

import torch
from torch import nn

network = nn.Linear(2, 1)
optimizer = torch.optim.LBFGS(network.parameters(), max_iter=3)
x, y = torch.randn(8, 2), torch.randn(8, 1)


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(network(x), y)
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    return loss


for _ in range(3):
    optimizer.step(closure)
