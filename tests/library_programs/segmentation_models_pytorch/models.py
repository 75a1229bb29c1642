"""segmentation_models_pytorch: its classes are models."""

import segmentation_models_pytorch as smp
import torch


def passes(loader):
    model = smp.Unet("resnet18")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = smp.Unet("resnet18")
    model.eval()
    for x in loader:
        print(model(x))
