"""The measurement computes the loss again for its second backward pass."""

import torch
from torch import nn

layers = [nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1)]
model = torch.compile(nn.Sequential(*layers), backend="aot_eager")
x = torch.randn(6, 4)
model(x).sum().backward()
for parameter in model.parameters():
    parameter.grad = None
loss = model(x).sum()
loss.backward()
once = [parameter.grad.clone() for parameter in model.parameters()]
model(x).sum().backward()
print(all(torch.allclose(parameter.grad, 2 * grad) for parameter, grad in zip(model.parameters(), once)))
