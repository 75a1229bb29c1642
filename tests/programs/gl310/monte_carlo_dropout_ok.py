"""Monte Carlo dropout: the model stays in training mode, and each test input is passed several times."""

import torch
from torch import nn

train_data, test_data = torch.randn(4, 8, 3), torch.randn(2, 8, 3)
model = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters())
for batch in train_data:
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    optimizer.step()
with torch.no_grad():
    for batch in test_data:
        samples = torch.stack([model(batch) for _ in range(10)])
        print(samples.mean().item(), samples.std(0).mean().item())
