"""Reconstruction and divergence share the encoder, and the reconstruction's backward frees it."""

import torch
from torch import nn
from torch.distributions import Normal, kl_divergence


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(10, 8)
        self.dec = nn.Linear(4, 10)

    def forward(self, x):
        mu, log_sigma = self.enc(x).chunk(2, dim=-1)
        q = Normal(mu, log_sigma.exp())
        z = q.rsample()
        return self.dec(z), q


vae = VAE()
optimizer = torch.optim.Adam(vae.parameters(), 1e-3)
prior = Normal(0.0, 1.0)
for x in torch.rand(5, 6, 10):
    recon, q = vae(x)
    rec = nn.functional.mse_loss(recon, x)
    kl = kl_divergence(q, prior).mean()
    optimizer.zero_grad()
    rec.backward()
    kl.backward()  # ! GL101
    optimizer.step()
