"""Grad mode is switched off for the evaluation and never on again, so that the second epoch's loss has no graph."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(3, 2)
opt = torch.optim.Adam(net.parameters())
for epoch in range(3):
    net.train()
    for x, y in zip(torch.randn(2, 4, 3), torch.randint(0, 2, (2, 4))):
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()  # ! GL107
        opt.step()
    net.eval()
    torch.set_grad_enabled(False)  # ! GL306
    print(net(torch.randn(5, 3)).argmax(1))
