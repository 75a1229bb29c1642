"""The new head gets an optimizer of its own, with a larger rate."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(3, 8), nn.ReLU())
        self.fc = nn.Linear(8, classes)

    def forward(self, x):
        return self.fc(self.backbone(x))


model = Net(10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.fc = nn.Linear(8, 2)
head_optimizer = torch.optim.SGD(model.fc.parameters(), lr=0.5)
for step in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    model.zero_grad()
    loss.backward()
    optimizer.step()
    head_optimizer.step()
