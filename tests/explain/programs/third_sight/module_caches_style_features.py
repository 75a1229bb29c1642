"""A loss module caches the features of the reference image with their graph."""
import torch
from torch import nn


class StyleLoss(nn.Module):
    def __init__(self, extractor):
        super().__init__()
        self.extractor = extractor
        self._cached = {}

    def features(self, key, image):
        if key not in self._cached:
            self._cached[key] = self.extractor(image)  # <- built
        return self._cached[key]

    def forward(self, image, reference):
        wanted = self.features("reference", reference)
        return (self.extractor(image) - wanted).pow(2).mean()


extractor = nn.Conv2d(3, 4, 3)
criterion = StyleLoss(extractor)
image = torch.rand(1, 3, 8, 8, requires_grad=True)
reference = torch.rand(1, 3, 8, 8)
for step in range(4):
    criterion(image, reference).backward()  # <- raised, freed
