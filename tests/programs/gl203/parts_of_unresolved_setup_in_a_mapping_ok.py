"""A mapping of unresolved origin holds the loss beside the optimizer and the model: it is not a collection of graphs."""

import json

import torch
from torch import nn


class Setup:
    def __init__(self):
        self.model = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def of_batch(self, batch):
        loss = self.model(batch).pow(2).mean()
        return {"loss": loss, "optimizer": self.optimizer, "model": self.model, "number": loss.item()}


prepare = getattr(Setup(), json.loads('["of_batch"]')[0])
seen = []
for batch in torch.randn(5, 4, 3):
    parts = prepare(batch)
    parts["optimizer"].zero_grad()
    parts["loss"].backward()
    parts["optimizer"].step()
    with torch.no_grad():
        print(parts["model"](batch).mean())
    seen.append(parts["number"])
print(sum(seen))
