"""A helper switches grad mode off and leaves it so for the training that follows."""

import torch
from torch import nn


def quick_test(net, x):
    torch.set_grad_enabled(False)  # ! GL306
    return net(x).mean().item()


net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
quick_test(net, torch.randn(2, 4))
loss = net(torch.randn(3, 4)).pow(2).mean()
opt.zero_grad()
loss.backward()  # ! GL107
opt.step()
