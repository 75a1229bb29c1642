"""The loss is computed by PyTorch from the predictions themselves."""

import numpy as np
import torch

model = torch.nn.Linear(3, 2)
optimizer = torch.optim.Adam(model.parameters())


def dice(pred, target):
    return 1 - 2 * torch.sum(pred * target) / (torch.sum(pred) + torch.sum(target))


for _ in range(3):
    x = torch.randn(5, 3)
    loss = dice(model(x).sigmoid(), (x[:, :2] > 0).float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
