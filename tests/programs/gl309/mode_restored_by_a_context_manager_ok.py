"""A context manager of the program restores the mode that the model had."""

import contextlib

import torch
from torch import nn


@contextlib.contextmanager
def evaluating(model):
    before = model.training
    model.eval()
    try:
        yield model
    finally:
        model.train(before)


model = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.5), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with evaluating(model), torch.no_grad():
        print(model(torch.randn(8, 3)).mean().item())
