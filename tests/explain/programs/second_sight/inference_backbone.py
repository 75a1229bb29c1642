"""A backbone runs in inference mode, and the adapter is trained."""
import torch
from torch import nn


class Adapter(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Linear(4, 4)
        self.scale = nn.Parameter(torch.ones(4))

    def features(self, x):
        with torch.inference_mode():
            return self.backbone(x)  # <- no_grad

    def forward(self, x):
        h = self.features(x)
        return (h * self.scale).sum()  # <- raised


Adapter()(torch.randn(2, 4)).backward()
