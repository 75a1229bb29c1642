"""A decorated generator: the decorator's grad mode holds in the generator, for consumers that do not set one."""

import torch
from torch import nn


class Extractor:
    def __init__(self, model):
        self.model = model

    @torch.inference_mode()
    def features(self, loader):
        for x in loader:
            yield self.model(x)


def collect(model, loader):
    model.eval()
    bank = [feature for feature in Extractor(model).features(loader)]
    print(torch.cat(bank).shape)


def main():
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
    eval("collect")(model, [torch.randn(2, 4) for _ in range(3)])


main()
