"""A product with a parameter saves the other operand for it, also if that is a view made under `no_grad`."""

import torch
from torch.nn import functional

weight = torch.randn(4, 3, requires_grad=True)
with torch.no_grad():
    rows = weight.view(3, 4)
inputs = torch.nn.Parameter(torch.randn(2, 4))
outputs = functional.linear(rows, inputs).sum() + torch.mm(rows, inputs.t()).sum()
outputs.backward()
outputs.backward()  # ! GL101
