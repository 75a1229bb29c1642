import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.decode = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 8))

    def forward(self, code):
        return self.decode(code)

    def sample(self, count):
        sheet = []
        for _ in range(count):
            sheet.append(self.decode(torch.randn(1, 2)))  # ! GL301
        return sheet
