"""The history holds detached copies of what an unresolved function returned, whose loss was backpropagated."""

import json

import torch
from torch import nn


class Losses:
    def __init__(self, model):
        self.model = model

    def of_batch(self, batch):
        score = self.model(batch)
        return {"total": score.pow(2).mean(), "scores": score.detach()}


model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
compute = getattr(Losses(model), json.loads('{"method": "of_batch"}')["method"])
history = {}
for index, batch in enumerate(torch.randn(6, 4, 3)):
    losses = compute(batch)
    total = losses["total"]
    total = total / 2
    total.backward()
    history[f"batch {index}"] = {name: value.detach() for name, value in losses.items()}
    if index % 2:
        optimizer.step()
        optimizer.zero_grad()
print(max(float(losses["total"]) for losses in history.values()))
