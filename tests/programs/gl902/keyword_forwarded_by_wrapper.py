"""The wrapper passes its keywords on, and other uses of it are correct: the call that asks for volatile is what has no effect."""

import torch
from torch import autograd, nn


def variable(*values, **options):
    return autograd.Variable(*values, **options)


net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 4, 3):
    loss = net(variable(x)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
net.eval()
correct = 0
for x in torch.randn(3, 4, 3):
    x = variable(x, volatile=True)  # ! GL902
    correct += int((net(x).argmax(1) == 0).sum())
print(correct)
