"""The reduction of the loss is a setting."""
import os

import torch
from vendorlib import criterion, make_model

measure = criterion(os.environ.get("REDUCTION", "none"))
model = make_model(4, 2)
loss = measure(model(torch.randn(3, 4)), torch.randn(3, 2))  # <- built
loss.backward()  # <- raised
