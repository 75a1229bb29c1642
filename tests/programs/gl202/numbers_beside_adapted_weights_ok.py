"""The loss uses the adapted weights; the sum of the scores beside it is reached by no backward pass, and holds numbers."""

import torch
import torch.nn.functional as F
from torch import nn

encoder = nn.Linear(4, 3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
inputs, targets = torch.randn(8, 4), torch.randint(0, 2, (8,))
weight = torch.zeros(2, 3, requires_grad=True)
scores = 0

for _ in range(5):
    logits = F.linear(encoder(inputs), weight)
    loss = F.cross_entropy(logits, targets)
    (gradient,) = torch.autograd.grad(loss, [weight], retain_graph=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    weight = weight - 0.1 * gradient
    scores = scores + logits.max().item()
print(scores, weight.detach().norm().item())
