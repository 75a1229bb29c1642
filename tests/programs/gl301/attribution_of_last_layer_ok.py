"""The attribution is made from the last layer of the model: it backpropagates through the model's output."""

import sys
from types import ModuleType

import torch
from torch import nn

maps = ModuleType("class_maps")


class Extractor:
    def __init__(self, model):
        self.model = model

    def __call__(self, index, scores):
        self.model.zero_grad()
        scores[:, index].sum().backward()
        return self.model.weight.grad.abs().mean().item()


maps.Extractor = Extractor
sys.modules["class_maps"] = maps

from class_maps import Extractor as MapExtractor  # noqa: E402


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(3, 4, 3)
        self.head = nn.Linear(4 * 36, 10)

    def forward(self, x):
        return self.head(self.body(x).flatten(1))


def explain(model, images):
    model.eval()
    extractor = MapExtractor(model.head)
    found = []
    for image in images:
        scores = model(image)
        found.append(extractor(scores.squeeze(0).argmax().item(), scores))
    return found


if __name__ == "__main__":
    model = Net()
    print(explain(model, [torch.randn(1, 3, 8, 8) for _ in range(5)]))
