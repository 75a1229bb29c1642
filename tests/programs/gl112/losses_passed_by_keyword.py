"""Statistics of the losses of an epoch are computed by functions of NumPy, which receive them by keyword."""

import numpy as np
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def statistics(values):
    return np.std(a=values), np.percentile(a=values, q=90)  # ! GL112


for _ in range(4):
    loss = model(torch.randn(5, 3)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
losses = [model(batch).square().mean() for batch in torch.randn(4, 5, 3)]
print(*statistics(losses))
