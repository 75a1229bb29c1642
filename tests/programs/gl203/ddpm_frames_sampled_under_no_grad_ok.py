"""Sampling runs under no_grad, so that the frames it collects have no graph."""

import torch
import torch.nn.functional as F
from torch import nn
from functools import partial


class Denoiser(nn.Module):
    def __init__(self, d=6, steps=20):
        super().__init__()
        self.time = nn.Embedding(steps, 16)
        self.inp, self.out = nn.Linear(d, 16), nn.Linear(16, d)

    def forward(self, x, t):
        return self.out(F.silu(self.inp(x) + self.time(t)))


class Diffusion(nn.Module):
    def __init__(self, model, steps=20):
        super().__init__()
        self.model, self.steps = model, steps
        betas = torch.linspace(1e-4, 0.02, steps)
        reg = partial(self.register_buffer)
        reg("betas", betas)
        reg("alphas_bar", torch.cumprod(1 - betas, 0))

    def loss(self, x0):
        t = torch.randint(0, self.steps, (x0.size(0),))
        eps = torch.randn_like(x0)
        ab = self.alphas_bar[t].unsqueeze(1)
        noisy = ab.sqrt() * x0 + (1 - ab).sqrt() * eps
        return F.mse_loss(self.model(noisy, t), eps)

    @torch.no_grad()
    def sample(self, n, d=6):
        x = torch.randn(n, d)
        frames = [x]
        for i in reversed(range(self.steps)):
            t = torch.full((n,), i, dtype=torch.long)
            beta, ab = self.betas[i], self.alphas_bar[i]
            x = (x - beta / (1 - ab).sqrt() * self.model(x, t)) / (1 - beta).sqrt()
            if i > 0:
                x = x + beta.sqrt() * torch.randn_like(x)
            frames.append(x)
        return torch.stack(frames)


diff = Diffusion(Denoiser())
opt = torch.optim.AdamW(diff.parameters(), lr=2e-4)
avg = None
for step in range(6):
    loss = diff.loss(torch.randn(8, 6))
    opt.zero_grad()
    loss.backward()
    opt.step()
    avg = loss.item() if avg is None else 0.9 * avg + 0.1 * loss.item()
    if step % 3 == 0:
        print(step, avg, diff.sample(2).shape)
