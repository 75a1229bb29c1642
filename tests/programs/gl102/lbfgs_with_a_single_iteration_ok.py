"""With one iteration per step LBFGS calls the closure once, so that the graph built before is used once."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=1)
inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
outputs = model(inputs)


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(outputs, targets)
    loss.backward()
    return loss


optimizer.step(closure)
