"""The logits are detached before the softmax: the loss has no graph."""

import torch
from torch import nn

net = nn.Linear(4, 3)
try:
    for x in torch.randn(3, 5, 4):
        probabilities = nn.Softmax(dim=1)(net(x).detach())
        loss = nn.functional.mse_loss(probabilities, torch.rand(5, 3))
        loss.backward()  # ! GL107
except ValueError as error:
    print(error)
