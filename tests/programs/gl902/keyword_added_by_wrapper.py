"""The wrapper itself asks for volatile, whatever it receives: the mistake is in its own call of Variable."""

import torch
from torch import nn
from torch.autograd import Variable


def frozen(value, **options):
    return Variable(value, volatile=True, **options)  # ! GL902


net = nn.Linear(3, 2)
net.eval()
correct = 0
for x in torch.randn(3, 4, 3):
    correct += int((net(frozen(x, requires_grad=False)) > 0).sum())  # ! GL301
print(correct)
