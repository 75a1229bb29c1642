import torch
from encoders import build


def train(batches):
    encoder = build("plain")
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        encoder(batch).pow(2).mean().backward()
        optimizer.step()


train(torch.randn(3, 4, 3))
