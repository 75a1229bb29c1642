"""The training batch requires grad; in validation the checkpoint needs no gradient."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        return self.head(checkpoint(self.body, x, use_reentrant=True))


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    for x in torch.randn(2, 4, 3):
        loss = model(x.requires_grad_()).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        print(model(torch.randn(4, 3)).pow(2).mean().item())
