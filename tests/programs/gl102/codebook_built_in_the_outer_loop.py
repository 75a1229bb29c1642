"""The codebook is built per epoch, and the batches of the epoch backward it one after the other."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Quantizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.seeds = nn.Parameter(torch.randn(4, 2))
        self.spread = nn.Linear(2, 3)

    def codebook(self):
        return torch.tanh(self.spread(self.seeds))

    def forward(self, x, codebook):
        return torch.softmax(-torch.cdist(x, codebook), dim=1) @ codebook


quantizer = Quantizer()
optimizer = torch.optim.Adam(quantizer.parameters())
loader = DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4)
for epoch in range(2):
    codebook = quantizer.codebook()
    for (batch,) in loader:
        optimizer.zero_grad()
        (quantizer(batch, codebook) - batch).pow(2).mean().backward()  # ! GL102
        optimizer.step()
