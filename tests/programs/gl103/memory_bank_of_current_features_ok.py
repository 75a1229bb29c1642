"""The bank of keys takes in the detached keys of each batch, after the loss."""

import torch
from torch import nn

encoder = nn.Linear(6, 8)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
bank = torch.randn(12, 8)
for images in torch.randn(5, 4, 6):
    queries, keys = encoder(images), encoder(images + 0.1)
    loss = (queries @ bank.t()).logsumexp(dim=1).mean() - (queries * keys).sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    bank = torch.cat([keys.detach(), bank])[:12]
