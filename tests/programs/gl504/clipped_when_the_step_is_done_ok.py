"""The gradients are clipped before the step uses them."""

import torch
from torch import nn

network = nn.Linear(4, 3)
optimizer = torch.optim.RMSprop(network.parameters(), lr=1e-2)
iterator = iter(torch.randn(3, 6, 4))
while (batch := next(iterator, None)) is not None:
    optimizer.zero_grad(set_to_none=True)
    network(batch).logsumexp(dim=1).mean().backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
    optimizer.step()
