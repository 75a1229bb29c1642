"""The prefix of the kind is tested twice in each iteration, and both parts of the loss are of this iteration."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="hinge")
options = parser.parse_args([])
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
real = net(torch.randn(4, 3))
for step in range(20):
    real, fake = net(torch.randn(4, 3)), net(torch.rand(4, 3))
    if options.kind.startswith("wgan"):
        loss_real = -real.mean()
    elif options.kind.startswith("hinge"):
        loss_real = (1 - real).relu().mean()
    if options.kind.startswith("wgan"):
        loss_fake = fake.mean()
    elif options.kind.startswith("hinge"):
        loss_fake = (1 + fake).relu().mean()
    loss = loss_real + loss_fake
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
