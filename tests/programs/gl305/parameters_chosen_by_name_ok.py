"""The parameters that are left out are frozen, too."""

import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv1d(2, 4, 3), nn.BatchNorm1d(4), nn.ReLU())
        self.neck = nn.Conv1d(4, 4, 3)
        self.head = nn.Linear(4, 1)

    def forward(self, signal):
        low = self.stem(signal)
        return self.head(self.neck(low).mean(dim=2))


detector = Detector()
trained = [parameter for name, parameter in detector.named_parameters() if not name.startswith("stem")]
detector.stem.requires_grad_(False)
optimizer = torch.optim.AdamW(trained, lr=1e-3)
for signal in torch.randn(3, 4, 2, 10):
    loss = detector(signal).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
