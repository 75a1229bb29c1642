"""The scaled noise is the result of a product and no leaf, which an optimizer refuses."""

import torch

noise = 0.1 * torch.randn(3, 4, requires_grad=True)
opt = torch.optim.Adam([noise], lr=0.05)  # ! GL404
for _ in range(3):
    opt.zero_grad()
    (noise.sin() ** 2).sum().backward()
    opt.step()
