"""Two settings select pre-training and a frozen encoder, and only with both the reconstruction has no graph."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--pretrain", action="store_true")
parser.add_argument("--frozen", action="store_true")
parser.add_argument("--bias", action="store_true")
args = parser.parse_args()

encoder, decoder, extra = nn.Linear(4, 8), nn.Linear(8, 4), nn.Linear(4, 1)
for x in torch.randn(3, 5, 4):
    loss = torch.tensor(0.0)
    if args.frozen:
        z = encoder(x).detach()
    else:
        z = encoder(x)
    if args.pretrain:
        loss = loss + (z[:, :4] - x).pow(2).mean()
    else:
        loss = loss + (decoder(z) - x).pow(2).mean()
        if args.bias:
            loss = loss + extra(x).mean()
    loss.backward()
