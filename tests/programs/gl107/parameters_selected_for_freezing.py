"""Names select the frozen parameters, and the tests of the known names hold for all of them."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
for name, child in model.named_children():
    if name not in ("3", "4"):
        child.requires_grad_(False)
loss = model(torch.randn(3, 4)).pow(2).mean()
loss.backward()  # ! GL107
