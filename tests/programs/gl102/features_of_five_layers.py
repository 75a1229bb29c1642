"""The features of five layers are stored by name, once, and each step backpropagates through those of the last one."""

import torch
from torch import nn

LAYERS = ("stem", "low", "middle", "high", "top")
layers = nn.ModuleDict({name: nn.Linear(3, 3) for name in LAYERS})
head = nn.Linear(3, 1)
optimizer = torch.optim.SGD([*layers.parameters(), *head.parameters()], lr=0.1)
bank = {name: [] for name in LAYERS}
x = torch.randn(8, 3)
for name in LAYERS:
    x = layers[name](x).tanh()
    bank[name].append(x)
for _ in range(3):
    loss = head(torch.cat(bank["top"])).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
