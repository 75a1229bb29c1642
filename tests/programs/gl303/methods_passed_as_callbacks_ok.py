"""Methods that are named without being called are passed on as callbacks and values, and called elsewhere."""

import torch
from torch import nn

network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
hooks = {"before": optimizer.zero_grad, "after": optimizer.step}
switch = network.train
for batch in torch.randn(3, 4, 3):
    switch()
    hooks["before"]()
    walk = network(batch).abs().mean().backward
    walk()
    hooks["after"]()
