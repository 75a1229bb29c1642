"""The argument has its name of today."""

import torch
from torch import nn
from torch.autograd import backward

net = nn.Linear(2, 2)
y = net(torch.randn(3, 2))
seed = torch.full_like(y, 0.5)
backward(y, grad_tensors=seed)
