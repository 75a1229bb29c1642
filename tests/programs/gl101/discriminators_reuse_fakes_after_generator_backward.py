"""The discriminators are trained after the generators, on the very fakes whose graph the generators' backward has freed."""

import itertools

import torch
from torch import nn


class Translation:
    def __init__(self):
        self.nets = {name: nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 3)) for name in ("ab", "ba")}
        self.discriminators = {name: nn.Linear(3, 1) for name in ("a", "b")}
        generators = itertools.chain(*(net.parameters() for net in self.nets.values()))
        discriminators = itertools.chain(*(discriminator.parameters() for discriminator in self.discriminators.values()))
        self.optimizer_g = torch.optim.Adam(generators, lr=2e-4)
        self.optimizer_d = torch.optim.Adam(discriminators, lr=2e-4)

    def forward(self, real_a, real_b):
        self.real = {"a": real_a, "b": real_b}
        self.fake = {"b": self.nets["ab"](real_a), "a": self.nets["ba"](real_b)}

    def backward_g(self):
        there_and_back = self.nets["ba"](self.fake["b"]), self.nets["ab"](self.fake["a"])
        cycle = (there_and_back[0] - self.real["a"]).abs().mean() + (there_and_back[1] - self.real["b"]).abs().mean()
        adversarial = sum((self.discriminators[name](self.fake[name]) - 1).pow(2).mean() for name in self.discriminators)
        (cycle + adversarial).backward()

    def backward_d(self, name):
        real, fake = self.discriminators[name](self.real[name]), self.discriminators[name](self.fake[name])
        loss = 0.5 * ((real - 1).pow(2).mean() + fake.pow(2).mean())
        loss.backward()  # ! GL101

    def optimize(self, real_a, real_b):
        self.forward(real_a, real_b)
        self.optimizer_g.zero_grad()
        self.backward_g()
        self.optimizer_g.step()
        self.optimizer_d.zero_grad()
        for name in self.discriminators:
            self.backward_d(name)
        self.optimizer_d.step()


translation = Translation()
for real_a, real_b in zip(torch.randn(2, 4, 3), torch.randn(2, 4, 3)):
    translation.optimize(real_a, real_b)
