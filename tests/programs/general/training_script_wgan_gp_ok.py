"""A Wasserstein GAN with gradient penalty: fakes for the critic without graph, the penalty with one of second order."""

import argparse

import torch
from torch import autograd, nn

parser = argparse.ArgumentParser()
parser.add_argument("--n_critic", type=int, default=2)
parser.add_argument("--lambda_gp", type=float, default=10)
parser.add_argument("--latent_dim", type=int, default=3)
opt = parser.parse_args()


class Generator(nn.Module):
    def __init__(self):
        super().__init__()

        def block(inputs, outputs, normalize=True):
            layers = [nn.Linear(inputs, outputs)]
            if normalize:
                layers.append(nn.BatchNorm1d(outputs, 0.8))
            layers.append(nn.LeakyReLU(0.2, inplace=True))
            return layers

        self.model = nn.Sequential(*block(opt.latent_dim, 6, normalize=False), *block(6, 8), nn.Linear(8, 4), nn.Tanh())

    def forward(self, z):
        return self.model(z)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2, inplace=True), nn.Linear(8, 1))

    def forward(self, sample):
        return self.model(sample.flatten(1))


def gradient_penalty(critic, real, fake):
    alpha = torch.rand(real.size(0), 1)
    mixed = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    validity = critic(mixed)
    gradients = autograd.grad(
        outputs=validity,
        inputs=mixed,
        grad_outputs=torch.ones_like(validity),
        create_graph=True,
        retain_graph=True,
        only_inputs=True,
    )[0]
    return ((gradients.flatten(1).norm(2, dim=1) - 1) ** 2).mean()


generator, critic = Generator(), Critic()
optimizer_g = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
optimizer_d = torch.optim.Adam(critic.parameters(), lr=2e-4, betas=(0.5, 0.999))
for i, real in enumerate(torch.randn(4, 5, 4)):
    optimizer_d.zero_grad()
    with torch.no_grad():
        fake = generator(torch.randn(real.shape[0], opt.latent_dim))
    d_loss = -critic(real).mean() + critic(fake).mean() + opt.lambda_gp * gradient_penalty(critic, real, fake)
    d_loss.backward()
    optimizer_d.step()
    if i % opt.n_critic == 0:
        optimizer_g.zero_grad()
        g_loss = -critic(generator(torch.randn(real.shape[0], opt.latent_dim))).mean()
        g_loss.backward()
        optimizer_g.step()
        print(f"{i}: {d_loss.item():.3f} {g_loss.item():.3f}")
