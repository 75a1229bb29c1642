"""The only optimizer that the function receives has used the gradients when they are clipped."""

import torch
from torch import nn


def tune(net, opt, batches):
    for x, y in batches:
        opt.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        opt.step()
        nn.utils.clip_grad_value_(net.parameters(), 0.5)  # ! GL504


net = nn.Linear(3, 1)
eval("tune")(net, torch.optim.SGD(net.parameters(), lr=0.1), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)])
