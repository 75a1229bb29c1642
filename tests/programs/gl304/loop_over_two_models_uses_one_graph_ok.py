"""A loop calls both models at one statement; only the second one's output is detached afterwards."""

import torch
from torch import nn

first, second = nn.Linear(4, 2), nn.Linear(4, 2)
optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
for batch in range(3):
    x = torch.randn(8, 4)
    outputs = []
    for model in (first, second):
        outputs.append(model(x))
    loss = (outputs[0] - outputs[1].detach()).pow(2).mean() + second(x).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
