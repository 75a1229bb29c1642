"""The program divides the gradients by the scale itself before the optimizer steps."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=128.0)
for batch in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    scaler.scale(model(batch).pow(2).mean()).backward()
    for parameter in model.parameters():
        parameter.grad.div_(scaler.get_scale())
    optimizer.step()
