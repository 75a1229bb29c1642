"""lpips: the perceptual loss is a model."""

import lpips
import torch


def passes(loader):
    model = lpips.LPIPS(net="vgg")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = lpips.LPIPS(net="vgg")
    model.eval()
    for x in loader:
        print(model(x))
