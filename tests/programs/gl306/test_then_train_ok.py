"""The helper switches grad mode on again before it returns."""

import torch
from torch import nn


def quick_test(net, x):
    torch.set_grad_enabled(False)
    score = net(x).mean().item()
    torch.set_grad_enabled(True)
    return score


net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
quick_test(net, torch.randn(2, 4))
loss = net(torch.randn(3, 4)).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
