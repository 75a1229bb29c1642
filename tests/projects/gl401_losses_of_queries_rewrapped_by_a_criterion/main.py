"""The criterion of another file copies the losses of all queries into a new tensor that requires grad."""

import torch
from criterion import Criterion
from torch import nn

model, criterion = nn.Linear(4, 1), Criterion()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    queries = [torch.randn(count, 4) for count in (3, 5, 4)]
    loss = criterion([model(query).squeeze(-1) for query in queries], [query[:, 0] for query in queries])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
