"""The loop stops when the validation loss no longer falls; until then it trains in eval mode."""

import torch
from torch import nn


model = nn.Sequential(nn.Conv1d(1, 4, 3), nn.BatchNorm1d(4), nn.Flatten(), nn.Linear(24, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
x, y = torch.randn(16, 1, 8), torch.randn(16, 1)
best, patience, epoch = float("inf"), 3, 0
model.train()
while patience > 0 and epoch < 6:
    epoch += 1
    loss = nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model.eval()  # ! GL309
    with torch.inference_mode():
        validation = nn.functional.mse_loss(model(x), y).item()
    if validation < best:
        best = validation
    else:
        patience -= 1
print(best)
