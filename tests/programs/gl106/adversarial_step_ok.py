"""The picture is moved under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn

clf = nn.Sequential(nn.Flatten(), nn.Linear(16, 3)).requires_grad_(False)


def pgd(image, label, eps=0.1, steps=3):
    adv = image.clone()
    adv.requires_grad_(True)
    for _ in range(steps):
        loss = F.cross_entropy(clf(adv), label)
        loss.backward()
        with torch.no_grad():
            adv += eps * adv.grad.sign()
        adv.grad = None
    return adv.detach()


print(pgd(torch.rand(2, 1, 4, 4), torch.tensor([0, 2])).shape)
