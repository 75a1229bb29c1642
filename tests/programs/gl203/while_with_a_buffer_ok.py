"""A while loop rebinds the buffer when it has been backpropagated."""

import torch
from torch import nn


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
buffer, steps, done = [], 0, 0
while done < 60:
    buffer.append(net(torch.randn(4, 3)).pow(2).mean())
    steps += 1
    done += 1
    if steps >= 6:
        opt.zero_grad()
        torch.stack(buffer).sum().backward()
        opt.step()
        buffer, steps = [], 0
