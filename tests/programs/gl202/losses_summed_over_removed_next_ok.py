"""Iterators of data loaders have no method `next` since PyTorch 1.13: the first iteration raises AttributeError."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loader = DataLoader(TensorDataset(torch.randn(32, 4)), batch_size=4)
batches = iter(loader)
total = 0
try:
    for _ in range(5):
        (x,) = batches.next()
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss
except AttributeError as error:
    print(error)
