"""The clip precedes the backward, with weights and without."""

import torch
from torch import nn


def step(model, optimizer, batch, weights):
    optimizer.zero_grad()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # ! GL504
    for weight in weights:
        loss = weight * model(batch).square().mean()
        loss.backward()
    optimizer.step()


def make():
    model = nn.Linear(3, 1)
    return model, torch.optim.SGD(model.parameters(), lr=0.1)


def decay_only(batches):
    model, optimizer = make()
    for batch in batches:
        step(model, optimizer, batch, ())
    norm = model.weight.square().sum()
    norm.backward()
    print(norm.item(), model.weight.grad)


def fit(batches):
    model, optimizer = make()
    for batch in batches:
        step(model, optimizer, batch, (1.0, 0.5))


batches = [torch.randn(4, 3) for _ in range(3)]
eval("decay_only")(batches)
eval("fit")(batches)
