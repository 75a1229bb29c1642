"""The initial state is made volatile, which has had no effect since 0.4."""

import torch
from torch import nn
from torch import autograd

h = autograd.Variable(torch.zeros(1, 2, 4), volatile=True)  # ! GL902
rnn = nn.GRU(3, 4)
with torch.no_grad():
    for x in torch.randn(3, 5, 2, 3):
        _, h = rnn(x, h)
print(h.norm())
