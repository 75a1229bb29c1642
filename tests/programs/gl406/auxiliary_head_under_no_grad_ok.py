"""The loss of an auxiliary head is computed in a function without a decorator, and the optimizer owns the head."""

import torch
import torch.nn.functional as F
from torch import nn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Linear(5, 3)
        self.auxiliary = nn.Linear(5, 2)


def auxiliary_loss(model, x, side):
    return F.cross_entropy(model.auxiliary(x), side)


model = TwoHeads()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in range(4):
    x, y, side = torch.randn(8, 5), torch.randint(3, (8,)), torch.randint(2, (8,))
    total = F.cross_entropy(model.main(x), y)
    total = total + 0.3 * auxiliary_loss(model, x, side)
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
