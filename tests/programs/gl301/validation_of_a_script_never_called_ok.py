"""The script trains at its top level and calls its validation nowhere: nothing shows under which grad mode it ran."""

import torch
from torch import nn


def validate(model, batches):
    model.eval()
    return sum(model(batch).pow(2).mean().item() for batch in batches)


model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()
