"""The newest output is looked at, and the list keeps all of them."""

import torch
from torch import nn


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
window = []
for step in range(60):
    answer = net(torch.randn(4, 3))
    window.append(answer)  # ! GL203
    opt.zero_grad()
    answer.pow(2).mean().backward()
    opt.step()
    if len(window) > 1:
        print(float(sum(item.mean() for item in window[-1:])))
print(len(window))
