"""A forward hook stores each output, but `forward` called by name runs no hook: nothing is stored."""

import torch
from torch import nn

net = nn.Linear(4, 2)
outputs = []


def store(module, inputs, output):
    outputs.append(output)


net.register_forward_hook(store)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(6):
    loss = net.forward(torch.randn(5, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(len(outputs))
