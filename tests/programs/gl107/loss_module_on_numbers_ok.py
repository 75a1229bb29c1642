"""nn.MSELoss(prediction, target) makes a criterion and no loss: a module has no backward."""

import torch
from torch import nn

net = nn.Linear(4, 1)
try:
    for x in torch.randn(3, 1, 4):
        loss = nn.MSELoss(net(x), torch.ones(1, 1))
        loss.backward()
except (AttributeError, RuntimeError) as error:
    print(error)
total = torch.zeros(())
try:
    for x in torch.randn(3, 1, 4):
        total = total + nn.L1Loss(net(x), torch.ones(1, 1))
    total.backward()
except (AttributeError, TypeError) as error:
    print(error)
