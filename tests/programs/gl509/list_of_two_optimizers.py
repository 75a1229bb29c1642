"""Of two optimizers in a list, the second one never steps."""

import torch
from torch import nn

encoder, head = nn.Linear(3, 4), nn.Linear(3, 1)
optimizers = [torch.optim.SGD(encoder.parameters(), lr=0.1), torch.optim.SGD(head.parameters(), lr=0.1)]
for batch in torch.randn(4, 8, 3):
    optimizers[0].zero_grad()
    encoder(batch).square().mean().backward()
    optimizers[0].step()
    optimizers[1].zero_grad()
    head(batch).square().mean().backward()  # ! GL509
