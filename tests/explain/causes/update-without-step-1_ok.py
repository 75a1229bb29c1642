import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for batch in torch.randn(4, 8, 4):
    optimizer.zero_grad()
    scaler.scale(model(batch).mean()).backward()
    scaler.step(optimizer)
    scaler.update()
