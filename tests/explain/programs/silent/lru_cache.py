"""The regularization term is computed once and cached."""
import functools

import torch
from vendorlib import make_model, penalty

model = make_model(4, 1)


@functools.lru_cache(maxsize=None)
def regularization():
    return penalty(model)  # <- built


for x in torch.randn(2, 3, 4):
    loss = model(x).mean() + regularization()
    loss.backward()  # <- raised, freed
