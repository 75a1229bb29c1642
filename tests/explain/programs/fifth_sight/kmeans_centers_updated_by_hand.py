"""Deep clustering: the centers are moved in place after the distances were computed."""
import torch
from torch import nn


class Clusters(nn.Module):
    def __init__(self, k, width):
        super().__init__()
        self.register_buffer("centers", torch.randn(k, width))

    def forward(self, z):
        return (z.unsqueeze(1) - self.centers).pow(2).sum(-1)

    def move(self, z, assignment):
        for k in range(len(self.centers)):
            chosen = z[assignment == k]
            if len(chosen):
                self.centers[k] = 0.9 * self.centers[k] + 0.1 * chosen.mean(0)


encoder, clusters = nn.Linear(5, 3), Clusters(4, 3)
optimizer = torch.optim.Adam(encoder.parameters())
for x in torch.randn(3, 8, 5):
    z = encoder(x)  # <- built
    distances = clusters(z)
    clusters.move(z, distances.argmin(1))
    optimizer.zero_grad()
    distances.min(1).values.mean().backward()  # <- raised, freed
    optimizer.step()
