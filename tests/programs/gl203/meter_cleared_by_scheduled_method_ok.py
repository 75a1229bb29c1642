"""The meter's list is created empty in __init__, filled with numbers, and cleared by a method that a schedule calls by name."""

import json

import torch


class Meter:
    def __init__(self):
        self.values = []

    def update(self, value):
        self.values.append(value.item())

    def reset(self):
        self.values.clear()

    def mean(self):
        return sum(self.values) / max(len(self.values), 1)


meter, model = Meter(), torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
at_end = json.loads('["mean", "reset"]')
for epoch in range(2):
    for x in torch.randn(3, 2, 3):
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.update(loss)
    print([getattr(meter, name)() for name in at_end])
