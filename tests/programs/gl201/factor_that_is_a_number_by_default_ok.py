"""A factor without a default may have a graph, which each iteration uses again."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def fit(batches, alpha):
    for inputs, targets in batches:
        outputs = model(inputs)
        loss = (outputs - targets).pow(2).mean() + alpha * outputs.abs().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


hidden = eval
batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)]
hidden("fit")(batches, torch.tensor(0.0, requires_grad=True).exp())
