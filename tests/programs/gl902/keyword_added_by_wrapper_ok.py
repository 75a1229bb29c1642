"""The wrapper removes volatile from what it passes on, and the evaluation runs under no_grad."""

import torch
from torch import nn
from torch.autograd import Variable


def frozen(value, **options):
    options.pop("volatile", None)
    return Variable(value, **options)


net = nn.Linear(3, 2)
net.eval()
correct = 0
for x in torch.randn(3, 4, 3):
    with torch.no_grad():
        correct += int((net(frozen(x, requires_grad=False)) > 0).sum())
print(correct)
