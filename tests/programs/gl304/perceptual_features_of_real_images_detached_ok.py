"""The features of the real images are computed under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn


class FeatureExtractor(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU(), nn.Conv2d(3, 3, 3))

    def forward(self, image):
        return self.features(image)


generator = nn.Sequential(nn.Upsample(scale_factor=2), nn.Conv2d(1, 1, 3, padding=1))
extractor = FeatureExtractor()
extractor.eval()
optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
for small, large in zip(torch.rand(3, 2, 1, 4, 4), torch.rand(3, 2, 1, 8, 8)):
    made = generator(small)
    features = extractor(made)
    with torch.no_grad():
        real_features = extractor(large)
    loss = F.l1_loss(features, real_features) + F.l1_loss(made, large)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
