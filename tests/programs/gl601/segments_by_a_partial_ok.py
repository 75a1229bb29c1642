"""The partial function checkpoints without reentrance."""

import functools

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

recompute = functools.partial(checkpoint, use_reentrant=False, preserve_rng_state=False)
position_encoder = nn.Sequential(nn.Linear(2, 16), nn.SiLU(), nn.Linear(16, 8))
color = nn.Linear(8, 3)
optimizer = torch.optim.Adam(list(position_encoder.parameters()) + list(color.parameters()), lr=0.01)
positions, image = torch.rand(32, 2), torch.rand(32, 3)
for iteration in range(4):
    chosen = torch.randint(32, (8,))
    rendered = color(recompute(position_encoder, positions[chosen]))
    loss = (rendered - image[chosen]).abs().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
