"""Grad-CAM backpropagates a score of a model in evaluation mode, for the gradient of an inner activation that retains it."""

import torch
from torch import nn


class GradCam:
    def __init__(self, features, head):
        self.features, self.head = features.eval(), head.eval()

    def __call__(self, image, target):
        activation = self.features(image)
        activation.retain_grad()
        self.head(activation.mean(dim=(2, 3)))[0, target].backward()
        weights = activation.grad.mean(dim=(2, 3), keepdim=True)
        return torch.relu((weights * activation.detach()).sum(dim=1))


explain = GradCam(nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU()), nn.Linear(3, 2))
print([explain(image, target=1).sum().item() for image in torch.rand(2, 1, 1, 7, 7)])
