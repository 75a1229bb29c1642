import torch
from torch import nn

encoder, head = nn.Linear(4, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
features = encoder(torch.randn(8, 4))
scaler.scale(head(features).mean()).backward()
scaler.step(optimizer)
scaler.update()
