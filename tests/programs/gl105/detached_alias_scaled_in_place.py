"""detach() shares its storage: the picture is darkened for the plot, and with it the output that tanh has saved."""

import torch
from torch import nn


def for_plot(picture):
    shown = picture.detach()
    shown.clamp_(min=0)
    return shown.tolist()


painter = nn.Sequential(nn.Linear(3, 6), nn.Tanh())
optimizer = torch.optim.SGD(painter.parameters(), lr=0.1)
picture = painter(torch.randn(2, 3))
loss = (picture - 0.5).abs().mean()
print(for_plot(picture))
optimizer.zero_grad()
loss.backward()  # ! GL105
optimizer.step()
