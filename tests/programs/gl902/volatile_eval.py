"""The evaluation relies on volatile, which is ignored: each batch builds a graph."""

import torch
from torch import nn
from torch.autograd import Variable

net = nn.Linear(3, 2)
net.eval()
correct = 0
for x in torch.randn(3, 4, 3):
    x = Variable(x, volatile=True)  # ! GL902
    correct += int((net(x).argmax(1) == 0).sum())
print(correct)
