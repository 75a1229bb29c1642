"""The graph that one iteration retains is used by the backward of the next one, together with that one's own."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 1))
kept = None
for batch in torch.randn(4, 5, 3):
    now = network(batch).mean()
    if kept is not None:
        kept.backward()
    now.backward(retain_graph=True)
    kept = now
kept.backward()
print(network[0].bias.grad)
