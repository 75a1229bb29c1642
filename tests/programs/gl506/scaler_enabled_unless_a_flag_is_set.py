"""Mixed precision is on by default; the gradients are clipped while they are scaled."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--fp32", action="store_true")
args = parser.parse_args([])
net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=not args.fp32)
for _ in range(2):
    loss = net(torch.randn(3, 4)).pow(2).mean()
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # ! GL506
    scaler.step(optimizer)
    scaler.update()
