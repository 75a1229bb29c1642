"""A setting freezes all parameters."""
import os

import torch
from vendorlib import make_model

trainable = os.environ.get("TRAINABLE", "no") == "yes"
model = make_model(4, 2)
for parameter in model.parameters():
    parameter.requires_grad = trainable  # <- leaf
loss = model(torch.randn(3, 4)).mean()
loss.backward()  # <- raised
