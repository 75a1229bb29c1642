import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self, latent, width):
        super().__init__()
        self.latent = latent
        self.layers = nn.Sequential(nn.Linear(latent, width), nn.ReLU(), nn.Linear(width, 16), nn.Tanh())

    def forward(self, noise):
        return self.layers(noise)

    def sample(self, count):
        return self(torch.randn(count, self.latent))


class Discriminator(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(16, width), nn.LeakyReLU(0.2), nn.Linear(width, 1))

    def forward(self, images):
        return self.layers(images)
