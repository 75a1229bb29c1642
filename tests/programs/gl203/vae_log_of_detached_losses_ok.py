"""The log of each batch is detached, and the noise is drawn by rsample, which has a gradient."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal, kl_divergence


class VAE(nn.Module):
    def __init__(self, d=12, z=3):
        super().__init__()
        self.enc = nn.Linear(d, 20)
        self.mu, self.logvar = nn.Linear(20, z), nn.Linear(20, z)
        self.dec = nn.Sequential(nn.Linear(z, 20), nn.ReLU(), nn.Linear(20, d))

    def encode(self, x):
        h = F.relu(self.enc(x))
        return Normal(self.mu(h), (0.5 * self.logvar(h)).exp())

    def forward(self, x):
        q = self.encode(x)
        z = q.rsample()
        return self.dec(z), q


def elbo(x, logits, q, beta):
    prior = Normal(torch.zeros_like(q.loc), torch.ones_like(q.scale))
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(1)
    kl = kl_divergence(q, prior).sum(1)
    return rec.mean() + beta * kl.mean(), rec.mean().detach(), kl.mean().detach()


vae = VAE()
opt = torch.optim.Adamax(vae.parameters(), lr=1e-3)
log = {"rec": [], "kl": []}
for epoch in range(3):
    beta = min(1.0, epoch / 2)
    for x in torch.rand(3, 7, 12):
        loss, rec, kl = elbo(x, *vae(x), beta)
        opt.zero_grad()
        loss.backward()
        opt.step()
        log["rec"].append(rec)
        log["kl"].append(kl)
    vae.eval()
    with torch.no_grad():
        sample = torch.sigmoid(vae.dec(torch.randn(4, 3)))
    vae.train()
