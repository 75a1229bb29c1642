"""The script freezes the encoder, whose layers are those of a library model, by a method of its class."""

import argparse
import sys
import types

import torch
from torch import nn

library = types.ModuleType("model_zoo")
library.backbone = lambda: nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 4), nn.Linear(4, 9))
sys.modules["model_zoo"] = library
import model_zoo


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*list(model_zoo.backbone().children())[:-1])
        self.fine_tune()

    def forward(self, x):
        return self.layers(x)

    def fine_tune(self, trained=True):
        for layer in self.layers.children():
            for parameter in layer.parameters():
                parameter.requires_grad = trained


def train_decoder(batches, encoder, decoder, optimizer):
    encoder.eval()
    norms = []
    for x, y in batches:
        norms.append(encoder(x).norm().item())
        scores = decoder(x)
        if args.positive:
            scores = scores.relu()
        loss = nn.functional.mse_loss(scores, y)
        if args.penalty:
            loss = loss + args.penalty * scores.abs().mean()
        if args.root:
            loss = loss.sqrt()
        if args.scale:
            loss = loss * args.scale
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return norms


parser = argparse.ArgumentParser()
for option in ("positive", "penalty", "root", "scale"):
    parser.add_argument(f"--{option}", type=float, default=0.0)
args = parser.parse_args([])
encoder = Encoder()
encoder.fine_tune(False)
decoder = nn.Linear(3, 1)
optimizer = torch.optim.SGD(decoder.parameters(), lr=0.1)
print(train_decoder([(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(2)], encoder, decoder, optimizer))
