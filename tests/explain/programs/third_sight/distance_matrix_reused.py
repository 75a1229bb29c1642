"""A decorator memoizes the pairwise distances of embeddings."""
import functools

import torch
from vendorlib import make_model


def memoize(function):
    results = {}

    @functools.wraps(function)
    def wrapper(name, *tensors):
        if name not in results:
            results[name] = function(name, *tensors)
        return results[name]

    return wrapper


@memoize
def distances(name, points):
    return torch.cdist(points, points)  # <- built


encoder = make_model(4, 2)
points = torch.randn(6, 4)
for epoch in range(2):
    spread = distances("train", encoder(points)).mean()
    spread.backward()  # <- raised, freed
