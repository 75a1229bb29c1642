"""The parameters that require grad are a list."""

import torch
from torch import nn

model = nn.Linear(3, 1)
trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
print([tuple(parameter.shape) for parameter in trained])
optimizer = torch.optim.SGD(trained, lr=0.1)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
