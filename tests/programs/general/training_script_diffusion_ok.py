"""A denoiser is trained on noised points, followed by an average of its weights, and sampled from under no_grad."""

import copy

import torch
import torch.nn.functional as F
from torch import nn


class Denoiser(nn.Module):
    def __init__(self, size=2, steps=5):
        super().__init__()
        self.time = nn.Embedding(steps, 4)
        self.layers = nn.Sequential(nn.Linear(size + 4, 8), nn.SiLU(), nn.Linear(8, size))

    def forward(self, x, t):
        return self.layers(torch.cat([x, self.time(t)], dim=1))


class Diffusion(nn.Module):
    def __init__(self, model, steps=5):
        super().__init__()
        self.model, self.steps = model, steps
        betas = torch.linspace(1e-2, 0.3, steps)
        self.register_buffer("betas", betas)
        self.register_buffer("kept", torch.cumprod(1 - betas, dim=0))

    def forward(self, x):
        t = torch.randint(0, self.steps, (len(x),))
        noise = torch.randn_like(x)
        kept = self.kept[t].unsqueeze(1)
        noised = kept.sqrt() * x + (1 - kept).sqrt() * noise
        return F.mse_loss(self.model(noised, t), noise)

    @torch.inference_mode()
    def sample(self, count):
        x = torch.randn(count, 2)
        frames = [x]
        for step in reversed(range(self.steps)):
            t = torch.full((count,), step)
            x = (x - self.betas[step] / (1 - self.kept[step]).sqrt() * self.model(x, t)) / (1 - self.betas[step]).sqrt()
            if step > 0:
                x = x + self.betas[step].sqrt() * torch.randn_like(x)
            frames.append(x)
        return frames


class EMA:
    def __init__(self, model, decay):
        self.decay = decay
        self.model = copy.deepcopy(model).eval()
        self.model.requires_grad_(False)

    def update(self, model):
        for average, parameter in zip(self.model.parameters(), model.parameters()):
            average.mul_(self.decay).add_(parameter.detach(), alpha=1 - self.decay)


model = Denoiser()
diffusion, ema = Diffusion(model), EMA(model, decay=0.9)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step, points in enumerate(torch.randn(4, 8, 2)):
    loss = diffusion(points)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    ema.update(model)
diffusion.model = ema.model
print(len(diffusion.sample(3)))
