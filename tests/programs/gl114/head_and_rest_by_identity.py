"""A `not` is missing: both groups have the parameters of the head."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.norm, self.head = nn.Linear(4, 8), nn.LayerNorm(8), nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.norm(torch.relu(self.body(x))))

    def groups(self, lr):
        head = list(self.head.parameters())
        ids = {id(p) for p in head}
        rest = [p for p in self.parameters() if id(p) in ids]
        return [{"params": rest, "lr": lr}, {"params": head, "lr": 10 * lr}]


model = Classifier()
optimizer = torch.optim.AdamW(model.groups(1e-3))  # ! GL114
for _ in range(2):
    loss = model(torch.randn(3, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
