"""The scale is updated after each step."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
scaler.load_state_dict(torch.amp.GradScaler("cpu").state_dict())
for epoch in range(2):
    for batch in torch.randn(3, 8, 3):
        optimizer.zero_grad()
        scaler.scale(model(batch).pow(2).mean()).backward()
        scaler.step(optimizer)
        scaler.update()
    print(epoch, scaler.get_scale())
