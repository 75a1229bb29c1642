import torch

import second

ROUNDS = 2


def train(model):
    loss = second.measure(model, torch.randn(2, 3))
    for step in range(ROUNDS):
        loss.backward()  # ! GL102
