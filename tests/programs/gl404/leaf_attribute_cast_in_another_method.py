"""The second method casts the leaf that the first one made."""

import torch
from torch import nn


class Attack:
    def __init__(self, model, exact):
        self.model, self.exact = model.double(), exact

    def start(self, image):
        delta = torch.zeros_like(image)
        delta.requires_grad = True
        return delta

    def run(self, image, label):
        delta = self.start(image)
        delta = delta.to(torch.float64)
        for _ in range(3):
            loss = nn.functional.cross_entropy(self.model(image + delta), label)
            loss.backward()
            if delta.grad is None:  # ! GL404
                print("no gradient")
        return (image + delta).detach()


attack = Attack(nn.Linear(5, 3), True)
print(attack.run(torch.randn(2, 5), torch.tensor([0, 2])).shape)
