"""An addition saves nothing: a tensor of inference mode may take part in it."""

import torch
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
with torch.inference_mode():
    prior = nn.Linear(3, 2)(torch.randn(4, 3))
for batch in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    (network(batch) + prior).sum().backward()
    optimizer.step()
