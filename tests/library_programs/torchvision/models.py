"""torchvision: factories make models."""

import torch
import torchvision


def passes(loader):
    model = torchvision.models.resnet18(weights="DEFAULT")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = torchvision.models.resnet18(weights="DEFAULT")
    model.eval()
    for x in loader:
        print(model(x))
