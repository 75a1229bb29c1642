"""Grad mode follows one flag and the head another; only both together leave the loss without a graph."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--linear_probe", action="store_true")
parser.add_argument("--skip_head", action="store_true")
args = parser.parse_args()

encoder, head = nn.Linear(4, 8), nn.Linear(8, 8)


def embed(x):
    with torch.set_grad_enabled(not args.linear_probe):
        z = encoder(x)
    if args.skip_head:
        return z
    return head(z)


for x in torch.randn(3, 5, 4):
    loss = embed(x).pow(2).mean()
    loss.backward()
