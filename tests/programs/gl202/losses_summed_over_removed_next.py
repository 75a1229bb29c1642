"""The losses of all iterations are summed with their graphs; `__next__` is the method of every iterator."""

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
        (x,) = batches.__next__()
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
except AttributeError as error:
    print(error)
