"""The first backward retains the encoder's graph, because another function of the program backpropagates through it afterwards."""

import torch
from torch import nn

encoder, decoder = nn.Sequential(nn.Linear(5, 4), nn.Sigmoid()), nn.Linear(4, 5)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])


def fit(code, batch):
    (decoder(code) - batch).pow(2).mean().backward(retain_graph=True)


def sparsify(code):
    code.mean().backward()


for batch in torch.randn(3, 6, 5):
    code = encoder(batch)
    optimizer.zero_grad()
    fit(code, batch)
    sparsify(code)
    optimizer.step()
