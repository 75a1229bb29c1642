"""The generators' step freezes the critic by a helper, before candidates are scored on one of many ways."""

import random

import torch
from torch import nn


def set_requires_grad(nets, requires_grad=False):
    if not isinstance(nets, list):
        nets = [nets]
    for net in nets:
        if net is not None:
            for parameter in net.parameters():
                parameter.requires_grad = requires_grad


class Evolution:
    def __init__(self, options):
        self.options = options
        self.generator, self.critic = nn.Linear(2, 3), nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.generator.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)
        self.count = 0

    def step(self):
        if self.count % 2 == 0:
            set_requires_grad(self.critic, False)
            self.evolve()
        else:
            set_requires_grad(self.critic, True)
            with torch.no_grad():
                fakes = self.generator(torch.randn(4, 2))
            self.critic_optimizer.zero_grad()
            self.critic(fakes).mean().backward()
            self.critic_optimizer.step()
        self.count += 1

    def evolve(self):
        best, losses = float("-inf"), []
        for kind in self.options["kinds"]:
            self.optimizer.zero_grad()
            fakes = self.generator(torch.randn(4, 2))
            scores = self.critic(fakes)
            if kind == "least squares":
                loss = (scores - 1).pow(2).mean()
            elif kind == "hinge":
                loss = -scores.mean()
            else:
                loss = nn.functional.softplus(-scores).mean()
            loss.backward()
            self.optimizer.step()
            if self.options["noise"] > random.random():
                losses.append(loss.item())
            if self.options["clip"]:
                losses.append(kind)
            with torch.no_grad():
                samples = self.generator(torch.randn(4, 2))
            fitness = self.fitness(samples)
            if fitness > best:
                best = fitness
        return best, losses

    def fitness(self, samples):
        scored = self.critic(samples)
        return scored.data.mean().item()


evolution = Evolution({"kinds": ["least squares", "hinge", "minimax"], "noise": 0.5, "clip": False})
for _ in range(4):
    evolution.step()
