"""The model is in eval mode in the validation loop."""

import torch
from torch import nn

train_data = [(torch.randn(8, 3), torch.randint(2, (8,))) for _ in range(4)]
val_data = [(torch.randn(8, 3), torch.randint(2, (8,))) for _ in range(2)]
model = nn.Sequential(nn.Linear(3, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    model.train()
    for x, y in train_data:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in val_data:
            total += criterion(model(x), y).item()
    print(epoch, total / len(val_data))
