"""Both optimizers of a dict step."""

import torch
from torch import nn

nets = {"g": nn.Linear(3, 3), "d": nn.Linear(3, 1)}
optims = {name: torch.optim.SGD(net.parameters(), lr=0.1) for name, net in nets.items()}
for x in torch.randn(4, 8, 3):
    optims["d"].zero_grad()
    fake = nets["g"](x)
    d_loss = nets["d"](fake.detach()).mean() - nets["d"](x).mean()
    d_loss.backward()
    optims["d"].step()
    optims["g"].zero_grad()
    g_loss = -nets["d"](fake).mean()
    g_loss.backward()
    optims["g"].step()
