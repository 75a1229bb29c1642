"""Products of a view made under `no_grad` save nothing for a gradient that goes nowhere, and can be backpropagated twice."""

import torch
from torch.nn import functional

weight = torch.randn(4, 3, requires_grad=True)
with torch.no_grad():
    rows = weight.view(3, 4)
inputs = torch.randn(2, 4)
outputs = functional.linear(rows, inputs).sum() + torch.mm(rows, inputs.t()).sum()
outputs.backward()
outputs.backward()
