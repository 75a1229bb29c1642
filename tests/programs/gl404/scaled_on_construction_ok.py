"""requires_grad_ comes after the pixels have their values."""

import torch
import torch.nn.functional as F


class Texture:
    def __init__(self, size):
        self.pixels = (torch.rand(1, 3, size, size) * 2 - 1).requires_grad_()

    def improve(self, goal, rate):
        loss = F.mse_loss(self.pixels, goal)
        loss.backward()
        print(self.pixels.grad is None)
        return loss.item()


texture = Texture(4)
print(texture.improve(torch.zeros(1, 3, 4, 4), rate=0.1))
