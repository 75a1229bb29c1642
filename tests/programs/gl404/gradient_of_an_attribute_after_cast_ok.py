"""The cast place is detached and made a leaf."""

import torch


class Particle:
    def __init__(self, place):
        self.place = place.detach().double().requires_grad_()

    def energy(self):
        return (self.place**2).sum() / 2

    def force(self):
        self.energy().backward()
        return self.place.grad


print(Particle(torch.tensor([1.0, 2.0], requires_grad=True)).force())
