"""Two losses over one trunk; the backward after the count of the gradients is the last one, and frees the graph."""

import torch
from torch import nn

trunk, policy, value = nn.Linear(3, 3), nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*trunk.parameters(), *policy.parameters(), *value.parameters()], lr=0.1)
for batch in torch.randn(3, 5, 3):
    optimizer.zero_grad()
    seen = trunk(batch).tanh()
    losses = [policy(seen).pow(2).mean(), value(seen).pow(2).mean()]
    losses[0].backward(retain_graph=True)
    counter = 0
    for p in trunk.parameters():
        if p.grad is not None:
            counter += 1
    assert counter == 2
    assert len(list(policy.parameters())) == 2
    losses[1].backward()
    optimizer.step()
