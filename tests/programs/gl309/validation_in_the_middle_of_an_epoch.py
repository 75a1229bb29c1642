"""`train()` is called once per epoch, but the model is also validated every few batches."""

import torch
from torch import nn


model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Dropout(0.2), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    model.train()
    for step in range(6):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 2 == 1:
            model.eval()  # ! GL309
            with torch.no_grad():
                score = model(torch.randn(8, 3)).mean()
            print(f"step {step}: {score.item():.3f}")
