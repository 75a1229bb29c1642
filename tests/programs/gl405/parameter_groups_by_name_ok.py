"""Weight decay for some parameters and none for others, both chosen by name: the groups hold all that is trained."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense, self.norm, self.out = nn.Linear(4, 8), nn.LayerNorm(8), nn.Linear(8, 1)

    def forward(self, x):
        return self.out(self.norm(self.dense(x)))


model = Net()
no_decay = ["bias", "norm.weight"]
groups = [
    {"params": [p for n, p in model.named_parameters() if not any(nd in n for nd in no_decay)], "weight_decay": 0.01},
    {"params": [p for n, p in model.named_parameters() if any(nd in n for nd in no_decay)], "weight_decay": 0.0},
]
optimizer = torch.optim.AdamW(groups, lr=1e-2)
for x in torch.randn(3, 2, 4):
    loss = model(x).pow(2).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
