"""The generator's output of an earlier iteration is used again on some of the many paths, so its graph has to be retained."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--n_critic", type=int, default=2)
parser.add_argument("--sample_interval", type=int, default=3)
parser.add_argument("--checkpoint_interval", type=int, default=4)

generator = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.RMSprop([*generator.parameters(), *critic.parameters()], lr=0.01)


def train(loader):
    opt = parser.parse_args([])
    for epoch in range(opt.epochs):
        for i, real in enumerate(loader):
            if i % opt.n_critic == 0:
                fake = generator(torch.randn(len(real), 3))
            critic_loss = critic(fake).mean() - critic(real).mean()
            critic_loss.backward(retain_graph=True)
            if i % opt.n_critic == opt.n_critic - 1:
                optimizer.step()
                optimizer.zero_grad()
            print(epoch, i, critic_loss.item())
            done = epoch * len(loader) + i
            if done % opt.sample_interval == 0:
                print(fake.data[:1])
            if done % opt.checkpoint_interval == 0:
                print(len(generator.state_dict()))


train([torch.randn(4, 2) for _ in range(4)])
