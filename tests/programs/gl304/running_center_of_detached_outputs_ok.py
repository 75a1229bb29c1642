"""The centre's output is computed under no_grad."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 6), nn.Sigmoid(), nn.Linear(6, 3))
optimizer = torch.optim.AdamW(network.parameters())
centre = torch.zeros(3)
for view, other in zip(torch.randn(3, 5, 4), torch.randn(3, 5, 4)):
    loss = -(network(view).softmax(dim=1) * (network(other) - centre).log_softmax(dim=1)).sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        after = network(view)
    centre = 0.9 * centre + 0.1 * after.mean(dim=0)
