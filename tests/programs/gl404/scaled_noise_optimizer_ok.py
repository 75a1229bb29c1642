"""The noise is scaled before it is made a leaf."""

import torch

noise = (0.1 * torch.randn(3, 4)).requires_grad_()
opt = torch.optim.Adam([noise], lr=0.05)
for _ in range(3):
    opt.zero_grad()
    (noise.sin() ** 2).sum().backward()
    opt.step()
