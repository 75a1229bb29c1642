"""A flat view that was taken with grad mode disabled is only read."""

import torch

x = torch.randn(2, 3, requires_grad=True)
y = x.exp()
with torch.no_grad():
    values = y.view(-1)
    print(float(values.sum()))
y.sum().backward()
