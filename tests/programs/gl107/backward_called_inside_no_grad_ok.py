"""no_grad stops the recording of new operations; a graph built outside can be backpropagated inside of it."""

import torch
from torch import nn

network = nn.Linear(3, 1)
loss = network(torch.randn(4, 3)).pow(2).mean()
with torch.no_grad():
    loss.backward()
    for parameter in network.parameters():
        parameter -= 0.1 * parameter.grad
