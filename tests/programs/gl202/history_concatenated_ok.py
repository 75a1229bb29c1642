"""The history is concatenated with the loss's value."""

import torch
from torch import nn

autoencoder = nn.Sequential(nn.Linear(6, 2), nn.ELU(), nn.Linear(2, 6))
optimizer = torch.optim.SGD(autoencoder.parameters(), lr=0.1)
history = torch.empty(0)
step = 0
while step < 6:
    batch = torch.rand(4, 6)
    loss = nn.functional.l1_loss(autoencoder(batch), batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history = torch.cat([history, loss.detach().reshape(1)])
    step += 1
print(history.min().item())
