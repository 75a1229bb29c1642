"""The input is a learned prompt: the gradient reaches it through the untrained model's graph."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.Linear(8, 2))
prompt = nn.Parameter(torch.zeros(3))
optimizer = torch.optim.SGD([prompt], lr=0.5)
for words in torch.randn(4, 5, 3):
    text = torch.cat([prompt.expand(5, 3), words], dim=1)
    loss = nn.functional.cross_entropy(model(text), torch.ones(5, dtype=torch.long))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
