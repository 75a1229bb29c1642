"""In a function, the optimizer is made and printed before the model is replaced by one with more outputs."""

import torch
from torch import nn


def train(outputs):
    model = nn.Linear(3, outputs)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for group in optimizer.param_groups:
        print(group["lr"])
    model = nn.Linear(3, outputs + 1)
    for batch in range(3):
        loss = model(torch.randn(8, 3)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # ! GL405


train(2)
