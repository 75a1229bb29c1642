"""Anomaly mode names the forward call whose saved tensor was changed."""
import os

import torch
from vendorlib import make_weight

torch.autograd.set_detect_anomaly(True)
operation = os.environ.get("OPERATION", "mul_")
hidden = make_weight(4)
gate = torch.sigmoid(hidden)  # <- built
scaled = gate.clone()
getattr(gate, operation)(2.0)  # <- changed
(gate.sum() + scaled.sum()).backward()  # <- raised
