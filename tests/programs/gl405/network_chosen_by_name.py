"""The optimizer steps a network that is none of those from which an argument selects one."""

import sys

import torch

nets = {"small": torch.nn.Linear(3, 1), "large": torch.nn.Linear(3, 1)}
other = torch.nn.Linear(3, 1)
net = nets[sys.argv[1] if len(sys.argv) > 1 else "large"]
optimizer = torch.optim.SGD(other.parameters(), lr=0.1)
for _ in range(8):
    loss = net(torch.ones(2, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # ! GL405
