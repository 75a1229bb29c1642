"""Each term of the loss is left out where its weight is zero; no run sets all the weights to zero."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--alpha", type=float, default=1.0)
parser.add_argument("--beta", type=float, default=0.5)
args = parser.parse_args()


def compute_loss(outputs, targets):
    loss = torch.zeros(())
    if args.alpha > 0:
        loss = loss + args.alpha * nn.functional.mse_loss(outputs, targets)
    if args.beta > 0:
        loss = loss + args.beta * outputs.abs().mean()
    return loss


net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 5, 4):
    loss = compute_loss(net(x), torch.zeros(5, 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
