"""The state needs no flag: the loop runs under no_grad."""

import torch
from torch import nn
from torch import autograd

h = autograd.Variable(torch.zeros(1, 2, 4))
rnn = nn.GRU(3, 4)
with torch.no_grad():
    for x in torch.randn(3, 5, 2, 3):
        _, h = rnn(x, h)
print(h.norm())
