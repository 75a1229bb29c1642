"""The batch is the leaf whose gradient is read."""

import torch
from torch import nn


def saliency(net, image):
    batch = image.unsqueeze(0)
    batch.requires_grad_()
    score = net(batch).max()
    score.backward()
    return batch.grad


net = nn.Sequential(nn.Flatten(), nn.Linear(27, 4))
print(saliency(net, torch.rand(3, 3, 3)))
