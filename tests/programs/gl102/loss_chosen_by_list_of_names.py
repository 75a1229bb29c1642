"""One kind of loss is found in a list of names, and where no branch computes a loss that from before the loop is used."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="hinge")
options = parser.parse_args([])
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss_real = net(torch.randn(4, 3)).pow(2).mean()
for step in range(20):
    real, fake = net(torch.randn(4, 3)), net(torch.rand(4, 3))
    if options.kind in ["lsgan", "vanilla"]:
        loss_real = (real - 1).pow(2).mean()
    elif options.kind == "wasserstein":
        loss_real = -real.mean()
    if options.kind in ["lsgan", "vanilla"]:
        loss_fake = fake.pow(2).mean()
    else:
        loss_fake = fake.mean()
    loss = loss_real + loss_fake
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
