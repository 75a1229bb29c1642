"""The picture goes through a list for its plot alone, and the loss uses the tensor."""

import torch
from torch import nn

network = nn.Linear(3, 4)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 2, 3):
    picture = torch.sigmoid(network(batch))
    shown = torch.tensor(picture.detach().tolist())
    print(f"{shown.max().item():.3f}")
    optimizer.zero_grad()
    picture.var().backward()
    optimizer.step()
