"""Called without the optimizer, the closure runs in the grad mode of its caller, which has switched it off."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.randn(8, 1)


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()  # ! GL107
    return loss


@torch.no_grad()
def fit(steps):
    for _ in range(steps):
        loss = closure()
        optimizer.step()
    return loss.item()


print(fit(3))
