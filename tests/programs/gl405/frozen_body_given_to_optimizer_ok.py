"""All is frozen, the head is unfrozen again, and the optimizer was given the head."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.body(x).relu())


model = Net()
for param in model.parameters():
    param.requires_grad = False
for param in model.head.parameters():
    param.requires_grad = True
optimizer = torch.optim.Adam(params=model.head.parameters(), lr=0.04)
for x, y in [(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(3)]:
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
