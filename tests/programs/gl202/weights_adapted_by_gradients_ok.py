"""The backward pass of each inner step reaches the weights' updates of the steps before it, so these are needed, not leaked."""

import torch
import torch.nn.functional as F
from torch import nn

encoder = nn.Linear(4, 3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
inputs, targets = torch.randn(8, 4), torch.randint(0, 2, (8,))
weight = torch.zeros(2, 3, requires_grad=True)

for _ in range(5):
    loss = F.cross_entropy(F.linear(encoder(inputs), weight), targets)
    (gradient,) = torch.autograd.grad(loss, [weight], retain_graph=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    weight = weight - 0.1 * gradient
print(weight.detach().norm().item())
