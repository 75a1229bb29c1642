"""Each setting drops one term of the loss. With both set there would be nothing to train, which is not a plausible run."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--skip-near", action="store_true")
parser.add_argument("--skip-far", action="store_true")
settings = parser.parse_args([])

encoder, near, far = nn.Linear(4, 4), nn.Linear(4, 2), nn.Linear(4, 2)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)


def loss_of(batch):
    code = encoder(batch)
    near_loss, far_loss = [torch.tensor(0.0)] * 2
    if not settings.skip_near:
        near_loss = near(code).pow(2).mean()
    if not settings.skip_far:
        far_loss = far(code).pow(2).mean()
    return near_loss + far_loss


for _ in range(2):
    optimizer.zero_grad()
    loss = loss_of(torch.randn(3, 4))
    loss.backward()
    optimizer.step()
