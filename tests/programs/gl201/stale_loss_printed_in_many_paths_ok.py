"""The same with a plain backward."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--n_critic", type=int, default=2)
parser.add_argument("--verbose", action="store_true")
parser.add_argument("--clipped", action="store_false")
parser.add_argument("--sample_interval", type=int, default=3)
parser.add_argument("--checkpoint_interval", type=int, default=4)

generator = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
generator_optimizer = torch.optim.RMSprop(generator.parameters(), lr=0.01)
critic_optimizer = torch.optim.RMSprop(critic.parameters(), lr=0.01)


def train(loader):
    opt = parser.parse_args([])
    for epoch in range(opt.epochs):
        for i, real in enumerate(loader):
            fake = generator(torch.randn(len(real), 3))
            critic_optimizer.zero_grad()
            critic_loss = critic(fake.detach()).mean() - critic(real).mean()
            critic_loss.backward()
            critic_optimizer.step()
            if opt.clipped:
                for p in critic.parameters():
                    p.data.clamp_(-0.1, 0.1)
            if i % opt.n_critic == 0:
                generator_optimizer.zero_grad()
                generator_loss = -critic(fake).mean()
                generator_loss.backward()
                generator_optimizer.step()
            if opt.verbose:
                print(epoch, i, critic_loss.item(), generator_loss.item())
            done = epoch * len(loader) + i
            if done % opt.sample_interval == 0:
                print(fake.data[:1])
            if done % opt.checkpoint_interval == 0:
                print(len(generator.state_dict()))


train([torch.randn(4, 2) for _ in range(4)])
