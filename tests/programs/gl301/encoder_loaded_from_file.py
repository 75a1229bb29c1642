"""The encoder that a file keeps was saved with all parameters to train."""

import tempfile
from pathlib import Path

import torch
from torch import nn


def save(path):
    encoder = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    torch.save({"encoder": encoder, "epoch": 3}, path)


with tempfile.TemporaryDirectory() as folder:
    eval("save")(Path(folder) / "best.pt")
    checkpoint = torch.load(Path(folder) / "best.pt", weights_only=False)
encoder = checkpoint["encoder"]
encoder.eval()
for picture in torch.rand(4, 2, 3):
    print(checkpoint["epoch"], encoder(picture).argmax(1).tolist())  # ! GL301
