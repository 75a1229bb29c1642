"""A meter is handed each mapping whose loss was backpropagated, and keeps all of them until the end."""

import json

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.records = []

    def update(self, record):
        self.records.append(record)  # ! GL203

    def mean(self):
        return sum(float(record["objective"]) for record in self.records) / len(self.records)


class Policy:
    def __init__(self):
        self.net = nn.Linear(3, 2)

    def evaluate(self, batch):
        return {"objective": self.net(batch).sigmoid().mean(), "batch": batch}


policy, meter = Policy(), Meter()
evaluate = getattr(policy, json.loads('["evaluate"]')[0])
optimizer = torch.optim.SGD(policy.net.parameters(), lr=0.1)
for batch in torch.randn(5, 4, 3):
    optimizer.zero_grad()
    record = evaluate(batch)
    (record["objective"] / 4).backward()
    optimizer.step()
    meter.update(record)
print(meter.mean())
