"""Each kind of model has its loss; the branch for others is not taken, but nothing in the file says so."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--task", default="density")
args = parser.parse_args()
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def compute_loss(x):
    bits, logits = torch.zeros(1), torch.zeros(8, 2)
    if args.task == "classification":
        logits = model(x)
    elif args.task == "density":
        bits = model(x).pow(2).mean()
    return bits, logits


for batch in range(3):
    x, y = torch.randn(8, 4), torch.randint(2, (8,))
    bits, logits = compute_loss(x)
    if args.task == "density":
        loss = bits
    else:
        loss = nn.functional.cross_entropy(logits, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
