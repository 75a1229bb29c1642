"""The evaluation runs under no_grad."""

import torch
from torch import nn
from torch.autograd import Variable

net = nn.Linear(3, 2)
net.eval()
correct = 0
for x in torch.randn(3, 4, 3):
    with torch.no_grad():
        correct += int((net(x).argmax(1) == 0).sum())
print(correct)
