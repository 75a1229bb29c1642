"""A penalty is computed once if a setting asks for it."""
import os

import torch
from vendorlib import make_model, penalty

model = make_model(4, 1)
strength = float(os.environ.get("STRENGTH", "0.1"))
extra = penalty(model) * strength if strength > 0 else 0.0  # <- built
for x in torch.randn(2, 3, 4):
    loss = model(x).mean() + extra
    loss.backward()  # <- raised, freed
