"""A registered network that computes gradients in its forward pass selects another one by name, and calls it without grad mode."""

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
    def __init__(self, backbone="linear"):
        super().__init__()
        self.backbone = NETWORKS[backbone]()
        self.head = nn.Linear(3, 2)

    def embed(self, x):
        with torch.no_grad():
            return self.backbone(x)

    def forward(self, x):
        with torch.no_grad():
            features = self.backbone(x)
        loss = self.head(features).pow(2).mean()
        (gradient,) = torch.autograd.grad(loss, [self.head.weight])
        return nn.functional.linear(features, self.head.weight - 0.1 * gradient)


eval("register")("linear")(lambda: nn.Linear(3, 3))
tuner = eval("Tuner")()
print(tuner(torch.randn(5, 3)).shape, tuner.embed(torch.randn(5, 3)).shape)
