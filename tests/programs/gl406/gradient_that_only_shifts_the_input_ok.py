"""An adversarial input is shifted along a gradient without a graph, and the loss does not contain the gradient as a term."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in range(4):
    x, y = torch.randn(5, 3, requires_grad=True), torch.randint(2, (5,))
    clean = nn.functional.cross_entropy(model(x), y)
    (gradient,) = torch.autograd.grad(clean, x, retain_graph=True)
    attacked = nn.functional.cross_entropy(model(x + 0.1 * gradient.sign()), y)
    optimizer.zero_grad()
    (clean + attacked).backward()
    optimizer.step()
