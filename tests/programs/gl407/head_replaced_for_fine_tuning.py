"""The head of a trained network is replaced, and the optimizer still holds the old one."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(3, 8), nn.ReLU())
        self.fc = nn.Linear(8, classes)

    def forward(self, x):
        return self.fc(self.backbone(x))


model = Net(classes=10)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
model.fc = nn.Linear(8, 2)  # ! GL407
for epoch in range(2):
    for x in torch.randn(3, 8, 3):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), torch.randint(2, (8,)))
        loss.backward()
        optimizer.step()
