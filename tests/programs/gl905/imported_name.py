"""backward, imported by name, is given its seeds as grad_variables, which is deprecated."""

import torch
from torch import nn
from torch.autograd import backward

net = nn.Linear(2, 2)
y = net(torch.randn(3, 2))
seed = torch.full_like(y, 0.5)
backward(y, grad_variables=seed)  # ! GL905
