"""The extractors are made from the model, one for each kind of map: they backpropagate through its output."""

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
        return self.model[0].weight.grad.abs().mean().item()


maps.Extractor = Extractor
sys.modules["class_maps"] = maps

from class_maps import Extractor as MapExtractor  # noqa: E402


def explain(model, images):
    model.eval()
    extractors = {name: MapExtractor(model) for name in ("first", "second")}
    found = []
    for image in images:
        scores = model(image)
        found.append(extractors["first"](scores.squeeze(0).argmax().item(), scores))
    return found


if __name__ == "__main__":
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.Linear(4 * 36, 10))
    print(explain(model, [torch.randn(1, 3, 8, 8) for _ in range(5)]))
