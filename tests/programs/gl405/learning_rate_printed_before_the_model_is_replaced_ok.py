"""In a function, the optimizer is made of the model that is trained, and printed."""

import torch
from torch import nn


def train(outputs):
    model = nn.Linear(3, outputs)
    model = nn.Linear(3, outputs + 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for group in optimizer.param_groups:
        print(group["lr"])
    for batch in range(3):
        loss = model(torch.randn(8, 3)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


train(2)
