"""item reads the number."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
running = 0.0
for x in torch.randn(3, 5, 3):
    loss = F.mse_loss(net(x), torch.zeros(5, 1))
    opt.zero_grad()
    loss.backward()
    opt.step()
    running += loss.data.item()
print(running)
