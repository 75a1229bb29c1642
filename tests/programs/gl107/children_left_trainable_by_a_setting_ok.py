"""A setting names the child that stays trainable: the test of its name decides each child by itself."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--keep", default="decoder")
settings = parser.parse_args([])


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(4, 2), nn.Linear(2, 4)

    def forward(self, x):
        return self.decoder(torch.tanh(self.encoder(x)))


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False


def freeze_others(model, keep):
    for name, child in model.named_children():
        if name in keep:
            continue
        freeze(child)


model = Autoencoder()
freeze_others(model, settings.keep.split(","))
optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
for _ in range(2):
    x = torch.randn(3, 4)
    loss = (model(x) - x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
