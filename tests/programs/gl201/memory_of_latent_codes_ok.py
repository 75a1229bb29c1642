"""The code at an unknown index is written from the output of the encoder: the second backward uses the same graph again."""

import torch
from torch import nn


def train(count, at, read):
    encoder, decoder = nn.Linear(3, 4), nn.Linear(4, 2)
    optimizer = torch.optim.SGD([*encoder.parameters(), *decoder.parameters()], lr=0.1)
    codes = [torch.zeros(5, 4) for _ in range(count)]
    codes[at].copy_(encoder(torch.randn(5, 3)))
    code = codes[read].tanh()
    optimizer.zero_grad()
    decoder(code).sum().backward(retain_graph=True)
    decoder(code).pow(2).sum().backward()
    optimizer.step()


eval("train")(3, 1, 1)
