"""Mixed precision depends on a flag, which both the loss and the step test."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--amp", action="store_true")
args = parser.parse_args([])
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for batch in torch.randn(3, 8, 3):
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    if args.amp:
        scaler.scale(loss).backward()
    else:
        loss.backward()
    if args.amp:
        scaler.step(optimizer)
        scaler.update()
    else:
        optimizer.step()
