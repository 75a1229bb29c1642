"""torchtext before version 0.9: its iterators yield data, which has no graph."""

import torch
from torchtext.data import BucketIterator


def total_of_data():
    total = 0
    for x in BucketIterator():
        total += x.sum()
    print(total)


def losses():
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    total = 0
    for x in BucketIterator():
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
    print(total)
