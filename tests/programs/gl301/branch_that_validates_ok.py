"""The branch with the code is the one that does not validate: nothing says that it is an evaluation."""

import torch
from torch import nn


def penalty(coder, batch, validate):
    if not validate and len(batch):
        code = coder(batch)
        return eval("code").pow(2).mean()
    return 0.0


def train(batches, validate):
    model, coder = nn.Linear(3, 3), nn.Linear(3, 3)
    optimizer = torch.optim.SGD([*model.parameters(), *coder.parameters()], lr=0.1)
    for batch in batches:
        loss = model(batch).pow(2).mean() + penalty(coder, batch, validate)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


eval("train")(torch.ones(2, 4, 3), False)
