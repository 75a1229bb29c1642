"""nn.Softmax(logits) makes a module of which the logits are the dimension; the loss of it is a TypeError, not a loss without a graph."""

import torch
from torch import nn

net = nn.Linear(4, 3)
try:
    for x in torch.randn(3, 5, 4):
        probabilities = nn.Softmax(net(x))
        loss = nn.functional.mse_loss(probabilities, torch.rand(5, 3))
        loss.backward()
except (TypeError, AttributeError) as error:
    print(error)
