"""The code is detached where it is stored."""
import torch
from vendorlib import make_model


class Batch:
    def __init__(self, code, target):
        self.code = code.detach()  # <- detached
        self.target = target


encoder = make_model(4, 2)
batch = Batch(encoder(torch.randn(3, 4)), torch.zeros(3, 2))
loss = (batch.code - batch.target).pow(2).mean()
loss.backward()  # <- raised
