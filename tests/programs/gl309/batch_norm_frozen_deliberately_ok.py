"""Only the batch norm layers are switched to eval mode, to keep their statistics while fine-tuning."""

import torch
from torch import nn


model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(4):
    for step in range(3):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        print(model(torch.randn(8, 3)).mean().item())
    if epoch == 1:
        for module in model.modules():
            if isinstance(module, nn.BatchNorm1d):
                module.eval()
