"""The middle layer's output is wrapped again from its data, and the layers below it learn nothing of that loss."""

import torch
from torch import nn
from torch.autograd import Variable

lower, upper = nn.Linear(4, 5), nn.Linear(5, 1)
optimizer = torch.optim.SGD([*lower.parameters(), *upper.parameters()], lr=0.1)
for batch in torch.randn(3, 6, 4):
    hidden = torch.relu(lower(batch))
    again = Variable(hidden.data)  # ! GL401
    loss = upper(again).pow(2).mean() + 0.01 * hidden.abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
