"""With the option, the encoder is checkpointed on the data and gets no gradient."""

import argparse

import torch
from torch import nn
from torch.utils import checkpoint as cp

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint", action="store_false")
options = parser.parse_args([])


class Autoencoder(nn.Module):
    def __init__(self, with_cp):
        super().__init__()
        self.with_cp = with_cp
        self.encoder = nn.Sequential(nn.Linear(6, 4), nn.ReLU())
        self.decoder = nn.Linear(4, 6)

    def forward(self, x):
        if self.with_cp and self.training:
            code = cp.checkpoint(self.encoder, x)  # ! GL601
        else:
            code = self.encoder(x)
        return self.decoder(code)


model = Autoencoder(options.checkpoint)
optimizer = torch.optim.Adam(model.parameters())
model.train()
for epoch in range(3):
    x = torch.rand(4, 6)
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), x).backward()
    optimizer.step()
