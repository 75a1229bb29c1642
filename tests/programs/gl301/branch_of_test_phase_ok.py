"""The branch with the code is that of the other phases: nothing says that it is an evaluation."""

import torch
from torch import nn


def penalty(coder, batch, phase):
    if phase != "test":
        code = coder(batch)
        return eval("code").pow(2).mean()
    return 0.0


def train(batches, phase):
    model, coder = nn.Linear(3, 3), nn.Linear(3, 3)
    optimizer = torch.optim.SGD([*model.parameters(), *coder.parameters()], lr=0.1)
    for batch in batches:
        loss = model(batch).pow(2).mean() + penalty(coder, batch, phase)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


eval("train")(torch.ones(2, 4, 3), "fit")
