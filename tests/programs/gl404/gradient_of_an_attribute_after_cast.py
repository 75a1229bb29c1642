"""The object's place is cast when it is put in, and its gradient is looked for on the cast."""

import torch


class Particle:
    def __init__(self, place):
        self.place = place.double()

    def energy(self):
        return (self.place**2).sum() / 2

    def force(self):
        self.energy().backward()
        return self.place.grad  # ! GL404


print(Particle(torch.tensor([1.0, 2.0], requires_grad=True)).force())
