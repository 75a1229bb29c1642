"""diffusers: models by their checkpoints."""

import torch
from diffusers import UNet2DConditionModel


def passes(loader):
    model = UNet2DConditionModel.from_pretrained("model", subfolder="unet")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = UNet2DConditionModel.from_pretrained("model", subfolder="unet")
    model.eval()
    for x in loader:
        print(model(x))
