"""An unresolved function returns predictions without a graph, and the loss that is added to the mapping is taken out before it is kept."""

import json

import torch
from torch import nn


class Data:
    def of_batch(self, batch):
        return {"inputs": batch, "targets": batch.sum(dim=1, keepdim=True)}


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
prepare = getattr(Data(), json.loads('["of_batch"]')[0])
seen = []
for batch in torch.randn(5, 4, 3):
    optimizer.zero_grad()
    record = prepare(batch)
    record["loss"] = nn.functional.mse_loss(model(record["inputs"]), record["targets"])
    record["loss"].backward()
    optimizer.step()
    record["loss"] = float(record["loss"].detach())
    seen.append(record)
print(sum(record["loss"] for record in seen))
