"""A penalty of the test phase uses the code only for its largest index: nothing uses its graph."""

import torch
from torch import nn


def penalty(coder, batch, phase):
    if phase == "test":
        code = coder(batch)  # ! GL301
        return float(code.argmax())
    return 0.0


def train(batches, phase):
    model, coder = nn.Linear(3, 3), nn.Linear(3, 3)
    optimizer = torch.optim.SGD([*model.parameters(), *coder.parameters()], lr=0.1)
    for batch in batches:
        loss = model(batch).pow(2).mean() + penalty(coder, batch, phase)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


eval("train")(torch.ones(2, 4, 3), "test")
