"""The gradient of the image is read after a backward pass."""

import torch
from torch import nn


class Saliency:
    def __init__(self, model):
        self.model = model
        self.model.eval()

    def forward(self, image):
        return self.model(image)

    def __call__(self, image, category=0):
        image = image.requires_grad_(True)
        score = self.forward(image)[0, category]
        score.backward()
        return image.grad


if __name__ == "__main__":
    saliency = Saliency(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3)))
    print(saliency(torch.randn(1, 4)))
