"""A while loop empties a copy of the buffer."""

import torch
from torch import nn


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
buffer, steps, done = [], 0, 0
while done < 60:
    loss = net(torch.randn(4, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    buffer.append(loss)  # ! GL203
    steps += 1
    done += 1
    if steps >= 6:
        newest = buffer[-6:]
        print(float(max(newest)))
        newest.clear()
        steps = 0
