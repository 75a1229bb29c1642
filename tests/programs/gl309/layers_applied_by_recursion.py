"""Layers chosen by a recursive function: the recursion is not followed to its end, but it switches no mode."""

import torch
from torch import nn


class Tree(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.2))
        self.join = nn.Linear(8, 4)
        self.head = nn.Linear(4, 2)

    def encode(self, x, depth):
        if depth == 0:
            return self.leaf(x)
        return self.join(torch.cat([self.encode(x, depth - 1), self.encode(x, depth - 1)], dim=1))

    def forward(self, x, depth):
        return self.head(self.encode(x, depth))


def evaluate(model, batches):
    model.eval()  # ! GL309
    with torch.no_grad():
        return sum((model(x, len(x)).argmax(1) == y).float().mean().item() for x, y in batches)


model = Tree()
optimizer = torch.optim.Adam(model.parameters())
batches = [(torch.randn(4, 4), torch.randint(2, (4,))) for _ in range(3)]
model.train()
for epoch in range(3):
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x, len(x)), y).backward()
        optimizer.step()
    print(evaluate(model, batches))
