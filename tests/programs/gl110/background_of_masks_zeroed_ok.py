"""Elements of one of the outputs of split are replaced where a Boolean mask is set."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Conv2d(3, 5, 3, padding=1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.01)


def losses(image, target):
    masks, offsets = network(image).split([2, 3], dim=1)
    masks = torch.where(masks < 0, torch.zeros_like(masks), masks)
    return F.mse_loss(masks, target) + offsets.abs().mean()


for step in range(2):
    optimizer.zero_grad()
    loss = losses(torch.randn(1, 3, 6, 6), torch.rand(1, 2, 6, 6))
    loss.backward()
    optimizer.step()
