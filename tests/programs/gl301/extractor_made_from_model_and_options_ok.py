"""The extractor is made from the options and from the model: it may backpropagate through the model's output."""

import sys
from types import ModuleType

import torch
from torch import nn

maps = ModuleType("option_maps")


class Extractor:
    def __init__(self, options, model):
        self.index, self.model = options["index"], model

    def __call__(self, scores):
        self.model.zero_grad()
        scores[:, self.index].sum().backward()
        return self.model.weight.grad.abs().mean().item()


maps.Extractor = Extractor
maps.create = lambda options: nn.Linear(options["size"], 4)
sys.modules["option_maps"] = maps

from option_maps import Extractor as Maps  # noqa: E402
from option_maps import create  # noqa: E402


def explain(options, images):
    model = create(options)
    model.eval()
    extractor = Maps(options, model)
    return [extractor(model(image)) for image in images]


if __name__ == "__main__":
    print(explain({"size": 3, "index": 2}, torch.randn(5, 1, 3)))
