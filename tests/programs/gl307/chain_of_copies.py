"""Detached and moved in one statement, and nobody takes what comes of it: what is kept is where it was."""
import torch
from torch import nn

model = nn.Linear(4, 2)
with torch.no_grad():
    scores = {"last": model(torch.randn(3, 4))}
scores["last"].detach().cpu()  # ! GL307
print(scores["last"].numpy())
