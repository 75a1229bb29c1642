"""The operation that changes the result is chosen by name."""
import os

import torch

operation = os.environ.get("OPERATION", "add_")
weight = torch.randn(3, requires_grad=True)
gate = torch.sigmoid(weight)  # <- built
getattr(gate, operation)(1.0)  # <- changed
gate.sum().backward()  # <- raised
