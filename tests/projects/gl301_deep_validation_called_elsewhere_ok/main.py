"""The only code that calls the report."""

import torch
from report import report
from torch import nn

loader = [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])) for _ in range(3)]
with torch.no_grad():
    report([[nn.Linear(3, 2)]], [loader])
