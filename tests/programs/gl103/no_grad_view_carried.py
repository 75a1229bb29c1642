"""A view of a leaf made under `no_grad` sends its gradient nowhere, but `sigmoid` saves its result all the same, and backward frees it."""

import torch

weight = torch.randn(3, 3, requires_grad=True)
with torch.no_grad():
    turned = weight.t()
hidden = turned.sigmoid()
for _ in range(3):
    loss = (turned - hidden).pow(2).mean()
    loss.backward()  # ! GL103
    hidden = hidden + hidden
