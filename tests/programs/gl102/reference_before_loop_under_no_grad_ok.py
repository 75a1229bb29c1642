"""The reference is computed before the loop, by the network that is trained, but under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Sequential(nn.Linear(5, 7), nn.GELU(), nn.Linear(7, 5))
optimizer = torch.optim.AdamW(network.parameters())
batch = torch.randn(6, 5)
with torch.no_grad():
    reference = network(batch).softmax(dim=1)
for _ in range(3):
    optimizer.zero_grad()
    drift = F.kl_div(network(batch + 0.1 * torch.randn_like(batch)).log_softmax(dim=1), reference, reduction="batchmean")
    drift.backward()
    optimizer.step()
