"""The names of all files begin with the prefix."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for name in ("train_a", "train_b"):
    if name.rfind("train_") == 0 and name.strip().upper().split("_")[0] == "TRAIN":
        loss = model(torch.randn(4, 3)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
