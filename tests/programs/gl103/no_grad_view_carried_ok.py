"""A view of a leaf made under `no_grad` sends its gradient nowhere: `mul` saves each operand for the other one, and here nothing to free."""

import torch

weight = torch.randn(3, 3, requires_grad=True)
with torch.no_grad():
    turned = weight.t()
hidden = turned * 0.5
for _ in range(3):
    loss = (turned - hidden).pow(2).mean()
    loss.backward()
    hidden = hidden + hidden
