"""The generator's scores are computed first, then the critic is updated several times."""
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--n-critic", type=int, default=2)
args = parser.parse_args()

generator = nn.Linear(4, 8)
critic = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 1))
optimizers = {"g": torch.optim.RMSprop(generator.parameters()), "c": torch.optim.RMSprop(critic.parameters())}


def critic_update(real, fake):
    optimizers["c"].zero_grad()
    (critic(fake.detach()).mean() - critic(real).mean()).backward()
    optimizers["c"].step()  # <- changed


for epoch in range(2):
    for real in torch.randn(3, 5, 8):
        fake = generator(torch.randn(5, 4))
        adversarial = -critic(fake).mean()  # <- built
        for _ in range(args.n_critic):
            critic_update(real, fake)
        optimizers["g"].zero_grad()
        adversarial.backward()  # <- raised
        optimizers["g"].step()
