"""Either the scaler's branch runs or the plain one: no path goes through both backwards."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--amp", action="store_true")
args = parser.parse_args()
network = nn.Linear(4, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=args.amp)
for batch in torch.randn(3, 5, 4):
    loss = network(batch).pow(2).mean()
    optimizer.zero_grad()
    if args.amp:
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    else:
        loss.backward()
        optimizer.step()
