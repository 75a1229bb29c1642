"""The last copy takes the place of the kept tensor."""

import torch
from torch import nn

model = nn.Linear(4, 2)
with torch.no_grad():
    scores = {"last": model(torch.randn(3, 4))}
scores["last"] = scores["last"].detach().cpu()
print(scores["last"].numpy())
