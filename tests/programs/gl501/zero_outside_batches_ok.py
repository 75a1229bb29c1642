"""The gradients are zeroed for each sequence."""

import torch
from torch import nn

net = nn.GRU(3, 4, batch_first=True)
opt = torch.optim.Adam(net.parameters())
for epoch in range(2):
    for seq in torch.randn(3, 2, 5, 3):
        opt.zero_grad()
        out, _ = net(seq)
        out.pow(2).mean().backward()
        opt.step()
