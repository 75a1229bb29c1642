"""sample() decodes one draw after the other for a contact sheet, and every decoding builds a graph that stays with it."""

import torch
import torch.nn.functional as F
from torch import nn


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(8, 4)
        self.decode = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 8), nn.Sigmoid())

    def forward(self, picture):
        mean, log_variance = self.encode(picture).chunk(2, dim=1)
        code = mean + torch.randn_like(mean) * (0.5 * log_variance).exp()
        return self.decode(code), mean, log_variance

    def sample(self, count):
        sheet = []
        for _ in range(count):
            sheet.append(self.decode(torch.randn(1, 2)))  # ! GL301
        return sheet


vae = VAE()
optimizer = torch.optim.Adam(vae.parameters(), lr=1e-3)
for pictures in torch.rand(3, 4, 8):
    restored, mean, log_variance = vae(pictures)
    divergence = -0.5 * (1 + log_variance - mean.pow(2) - log_variance.exp()).sum(dim=1).mean()
    optimizer.zero_grad()
    (F.binary_cross_entropy(restored, pictures) + divergence).backward()
    optimizer.step()
print(len(vae.sample(3)))
