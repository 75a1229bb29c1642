"""A setting switches grad mode off."""
import os

import torch
from torch import nn

training = os.environ.get("TRAIN", "") == "1"
model = nn.Linear(4, 1)
with torch.set_grad_enabled(training):
    loss = model(torch.randn(8, 4)).mean()  # <- no_grad
loss.backward()  # <- raised
