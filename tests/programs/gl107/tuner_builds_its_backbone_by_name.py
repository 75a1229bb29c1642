"""A network that computes gradients in its forward pass is selected by name, and called without grad mode."""

import torch
from torch import nn

NETWORKS = {}


def register(name):
    def decorator(cls):
        NETWORKS[name] = cls
        return cls

    return decorator


@register("tuner")
class Tuner(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        loss = self.head(x).pow(2).mean()
        (gradient,) = torch.autograd.grad(loss, [self.head.weight])  # ! GL107
        return nn.functional.linear(x, self.head.weight - 0.1 * gradient)


class Classifier(nn.Module):
    def __init__(self, backbone="tuner"):
        super().__init__()
        self.backbone = NETWORKS[backbone]()
        self.head = nn.Linear(2, 2)

    def forward(self, x):
        with torch.no_grad():
            features = self.backbone(x)
        return self.head(features)


print(eval("Classifier")()(torch.randn(5, 3)).shape)
