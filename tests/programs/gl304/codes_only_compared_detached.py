"""The code is only used detached, in both terms; nothing is trained yet."""

import torch
from torch import nn

encoder, codebook = nn.Linear(3, 4), nn.Embedding(5, 4)
distances = []
for _ in range(3):
    codes = encoder(torch.randn(8, 3))  # ! GL304
    nearest = torch.cdist(codes.detach(), codebook.weight.detach()).argmin(dim=1)
    commitment = (codes.detach() - codebook.weight.detach()[nearest]).pow(2).mean()
    distances.append(commitment.item())
print(distances)
