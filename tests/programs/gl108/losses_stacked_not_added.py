"""The stack of three losses is a vector of three: it has to be added up before it can be backpropagated."""

import torch
from torch import nn

heads = nn.ModuleList([nn.Linear(4, 2) for _ in range(3)])
optimizer = torch.optim.RMSprop(heads.parameters())
batch = torch.randn(5, 4)
losses = torch.stack([head(batch).abs().mean() for head in heads])
optimizer.zero_grad()
losses.backward()  # ! GL108
optimizer.step()
