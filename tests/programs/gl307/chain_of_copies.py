"""Detached and moved in one statement whose result is dropped: the stored tensor is unchanged."""

import torch
from torch import nn

model = nn.Linear(4, 2)
with torch.no_grad():
    scores = {"last": model(torch.randn(3, 4))}
scores["last"].detach().cpu()  # ! GL307
print(scores["last"].numpy())
