"""The encoder only starts the state: each later loss reaches its parameters through the state alone."""

import torch
from torch import nn


def train(encoder, batches):
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
    state = None
    for inputs, target in batches:
        if state is None:
            state = encoder(inputs)
        else:
            state = state + inputs.mean(1, keepdim=True)
        loss = (state - target).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL104
        optimizer.step()


eval("train")(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)), [(torch.randn(5, 3), torch.randn(5, 2)) for _ in range(4)])
