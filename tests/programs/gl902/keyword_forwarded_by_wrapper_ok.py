"""The wrapper passes its keywords on, and no call asks for volatile."""

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
    with torch.no_grad():
        correct += int((net(variable(x)).argmax(1) == 0).sum())
print(correct)
