"""Flags add terms to the loss, one nested in another; a run with none of them trains nothing."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--no_rec", action="store_true")
parser.add_argument("--no_kl", action="store_true")
parser.add_argument("--no_adv", action="store_true")
args = parser.parse_args()

net, critic = nn.Linear(4, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step, x in enumerate(torch.randn(3, 5, 4)):
    out = net(x)
    terms = []
    if not args.no_rec:
        terms.append((out - x).pow(2).mean())
    if not args.no_kl:
        terms.append(out.pow(2).mean())
    if not args.no_adv and step > 1:
        terms.append(-critic(out).mean())
    loss = torch.zeros(())
    for term in terms:
        loss = loss + term
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
