"""The mask is divided by a norm of the weight once, and every iteration backpropagates through that norm."""

import sys
import types

import torch

dataset = types.ModuleType("dataset")
exec("import torch\n\ndef labels():\n    return torch.tensor([0, 1, 0, 1])\n", dataset.__dict__)
sys.modules["dataset"] = dataset
from dataset import labels

net = torch.nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
inputs = torch.randn(4, 3)
repeated = labels().repeat((4, 1))
mask = ((~repeated.eq(repeated.T) * 2.0) - 1.0).triu(diagonal=1)
mask = mask / net.weight.norm()
for _ in range(3):
    optimizer.zero_grad()
    outputs = net(inputs)
    loss = (outputs.mm(outputs.T) * mask).sum()
    loss.backward()  # ! GL102
    optimizer.step()
