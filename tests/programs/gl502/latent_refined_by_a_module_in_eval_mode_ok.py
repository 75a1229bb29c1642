"""The refinement asserts that its module is in eval mode; the reset follows the step."""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 8), nn.Dropout(0.5), nn.Linear(8, 4))

    def forward(self, latent):
        return self.layers(latent)

    def refine(self, target, steps):
        assert not self.training, "dropout would disturb the refinement"
        latent = torch.zeros(len(target), 2, requires_grad=True)
        optimizer = torch.optim.Adam([latent])
        for _ in range(steps):
            loss = (self(latent) - target).pow(2).mean()
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        return latent.detach()


decoder = eval("Decoder")().eval()
print(decoder.refine(torch.randn(3, 4), 4))
