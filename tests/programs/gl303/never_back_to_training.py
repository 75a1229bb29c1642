"""After each check the network should go back to training mode, and train is not called: its dropout stays off."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 6), nn.Dropout(0.3), nn.ReLU(), nn.Linear(6, 1))
optimizer = torch.optim.RMSprop(network.parameters(), lr=1e-3)


@torch.no_grad()
def check(batch):
    network.eval()
    print(network(batch).abs().mean().item())
    network.train  # ! GL303


for batch in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    network(batch).abs().mean().backward()
    optimizer.step()
    check(batch)
