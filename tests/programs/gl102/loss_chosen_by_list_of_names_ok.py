"""The kind is looked for in the same list of names twice in each iteration: both parts of the loss are of this iteration."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="hinge")
options = parser.parse_args([])
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss_real = None
for step in range(20):
    real, fake = net(torch.randn(4, 3)), net(torch.rand(4, 3))
    if options.kind in ["lsgan", "vanilla"]:
        loss_real = (real - 1).pow(2).mean()
    elif options.kind == "hinge":
        loss_real = -real.mean()
    if options.kind in ["lsgan", "vanilla"]:
        loss_fake = fake.pow(2).mean()
    else:
        loss_fake = fake.mean()
    loss = loss_real + loss_fake
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
