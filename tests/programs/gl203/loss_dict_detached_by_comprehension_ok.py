"""The step returns its losses in a dict whose values a comprehension detached."""

import torch
from torch import nn

network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)


def step(batch):
    answer = network(batch)
    losses = {"near": answer.abs().mean(), "far": answer.pow(2).mean()}
    optimizer.zero_grad()
    sum(losses.values()).backward()
    optimizer.step()
    return {name: loss.detach() for name, loss in losses.items()}


log = [step(batch) for batch in torch.randn(5, 3, 4)]
totals = {name: sum(entry[name] for entry in log) for name in log[0]}
print(totals)
