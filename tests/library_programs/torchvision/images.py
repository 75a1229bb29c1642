"""torchvision: an image of PIL has no graph; a composition of other transforms keeps that of a tensor."""

import torch
import torchvision.transforms.functional as TF
from torch import nn
from torchvision import transforms
from torchvision.transforms import v2


def reconstruct(net: nn.Module, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    to_image = transforms.Compose([transforms.Normalize([0.5], [0.5]), transforms.ToPILImage()])
    to_values = v2.Compose([transforms.Lambda(lambda out: out.detach()), v2.Resize(4)])
    crop = transforms.Compose([transforms.Resize(8), transforms.CenterCrop(4)])
    images, values, cropped = [], [], []
    for x in loader:
        out = net(x)
        loss = (out - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        images.append(to_image(out[0]))
        images.append(v2.ToPILImage()(out[0]))
        images.append(TF.to_pil_image(out[0]))
        values.append(to_values(out))
        cropped.append(crop(out))  # ! GL203
    return images, values, cropped


def zoom(net: nn.Module, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    crop = v2.Compose([v2.Resize(8), v2.Lambda(lambda out: out[0])])
    cropped = []
    for x in loader:
        out = net(x)
        loss = (out - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        cropped.append(crop(out))  # ! GL203
    return cropped
