"""Shifting and scaling the new leaf makes a new tensor: the gradient is stored on the leaf, which has no name."""

import torch
import torch.nn.functional as F


class Texture:
    def __init__(self, size):
        self.pixels = torch.rand(1, 3, size, size, requires_grad=True) * 2 - 1

    def improve(self, goal, rate):
        loss = F.mse_loss(self.pixels, goal)
        loss.backward()
        print(self.pixels.grad is None)  # ! GL404
        return loss.item()


texture = Texture(4)
print(texture.improve(torch.zeros(1, 3, 4, 4), rate=0.1))
