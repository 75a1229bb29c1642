"""The flag passed to `train()` says which phase it is."""

import torch
from torch import nn


model = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.5), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(4):
    for phase in ("train", "val"):
        model.train(phase == "train")
        with torch.set_grad_enabled(phase == "train"):
            loss = model(torch.randn(8, 3)).pow(2).mean()
        if phase == "train":
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())
