"""The gradient goes to the image; the batch was made from it and gets none."""

import torch
from torch import nn


def saliency(net, image):
    image.requires_grad_()
    batch = image.unsqueeze(0)
    score = net(batch).max()
    score.backward()
    return batch.grad  # ! GL404


net = nn.Sequential(nn.Flatten(), nn.Linear(27, 4))
print(saliency(net, torch.rand(3, 3, 3)))
