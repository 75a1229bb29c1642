"""One branch computes the loss with the model, the other one is for a setting that is not used."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--task", default="density")
args = parser.parse_args()
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(8, 4), torch.randn(8, 4)
output = model(x)
if args.task == "density":
    loss = (output.sum(1) - y.sum(1)).pow(2).mean()
else:
    loss = (x - y).abs().mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
