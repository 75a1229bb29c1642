"""A forward hook stores the output of each iteration, which keeps its graph."""

import torch
from torch import nn

net = nn.Linear(4, 2)
outputs = []


def store(module, inputs, output):
    outputs.append(output)  # ! GL203


net.register_forward_hook(store)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(6):
    loss = net(torch.randn(5, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(len(outputs))
