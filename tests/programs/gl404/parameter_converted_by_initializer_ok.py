"""The initializer converts the parameter without grad mode: its result is a new leaf, which then requires grad."""

import torch


@torch.no_grad()
def initialized(count):
    return torch.nn.Parameter(torch.randn(count, 2)).double()


weights = initialized(3).requires_grad_()
optimizer = torch.optim.SGD([weights], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    weights.square().sum().backward()
    optimizer.step()
