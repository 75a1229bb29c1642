"""The features are cached for the second epoch."""
import torch
from torch import nn
from vendorlib import make_model

encoder, head = make_model(4, 8), nn.Linear(8, 1)
cache = {}


def features_of(index, x):
    if index not in cache:
        cache[index] = encoder(x)  # <- built
    return cache[index]


data = torch.randn(2, 3, 4)
for epoch in range(2):
    for index, x in enumerate(data):
        loss = head(features_of(index, x)).pow(2).mean()
        loss.backward()  # <- raised, freed
