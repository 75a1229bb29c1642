"""The loss is clipped, which has no gradient of its own; the parameters' gradients go to the step unclipped."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters())
for x in torch.randn(3, 6, 3):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(loss, 1.0)  # ! GL504
    opt.step()
