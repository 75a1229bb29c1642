"""An activation is not a leaf, and backward keeps no gradient for it."""

import torch
import torch.nn.functional as F
from torch import nn

model = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
head = nn.Linear(6, 2)
acts = model(torch.randn(3, 4))
logits = head(acts)
F.cross_entropy(logits, torch.tensor([0, 1, 0])).backward()
importance = acts.grad  # ! GL404
print(importance is None)
