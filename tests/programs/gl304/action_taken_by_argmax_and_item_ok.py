"""item and argmax pick an action from the output; they do not detach it, and acting is not evaluation."""

import torch
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.Adam(network.parameters())
state = torch.zeros(1, 3)
for _ in range(4):
    action = network(state).argmax(dim=1).item()
    following = torch.randn(1, 3)
    value = network(state)[0, action]
    optimizer.zero_grad()
    (value - float(action)).pow(2).backward()
    optimizer.step()
    state = following
