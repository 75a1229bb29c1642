"""A step every k batches, and a report every few: no batch resets the gradients."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(loader, k, report):
    for i, x in enumerate(loader):
        loss = model(x).mean()
        loss.backward()  # ! GL501
        if i % report == 0:
            print(loss.item())
        if (i + 1) % k == 0:
            optimizer.step()


hidden = eval
hidden("train")([torch.randn(2, 3) for _ in range(3)], 1, 2)
