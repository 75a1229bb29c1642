"""The graph is retained only where the step's number says so."""
import os

import torch
from vendorlib import make_model

model = make_model(4, 2)
interval = int(os.environ.get("INTERVAL", "3"))
for step in range(2):
    outputs = model(torch.randn(3, 4))  # <- built
    keep = step % interval == 0
    outputs.pow(2).mean().backward(retain_graph=keep)  # <- freed
    outputs.abs().mean().backward()  # <- raised
