"""The criterion was made without reduction in the constructor, far from the backward that wants a single number."""

import torch
from torch import nn


class Denoiser:
    def __init__(self, size):
        self.network = nn.Sequential(nn.Linear(size, 8), nn.ReLU(), nn.Linear(8, size))
        self.criterion = nn.L1Loss(reduction="none")
        self.optimizer = torch.optim.Adam(self.network.parameters())

    def update(self, clean, mask):
        noisy = clean + 0.1 * torch.randn_like(clean)
        self.optimizer.zero_grad()
        loss = self.criterion(self.network(noisy), clean) * mask
        loss.backward()  # ! GL108
        self.optimizer.step()


denoiser = Denoiser(5)
denoiser.update(torch.randn(4, 5), torch.ones(4, 5))
