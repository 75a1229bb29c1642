"""The losses of an ensemble share one encoder."""
import torch
from torch import nn
from vendorlib import make_model

encoder = make_model(4, 6)
heads = [nn.Linear(6, 1) for _ in range(3)]
z = encoder(torch.randn(5, 4))  # <- built
losses = [head(z).pow(2).mean() for head in heads]
for loss in losses:
    loss.backward()  # <- raised, freed
