"""The best outputs are kept by a deep copy of a dictionary."""
from copy import deepcopy

import torch
from vendorlib import make_model

model = make_model(4, 2)
best = None
for x in torch.randn(2, 3, 4):
    outputs = {"logits": model(x), "step": 1}  # <- built
    best = deepcopy(outputs)  # <- raised
