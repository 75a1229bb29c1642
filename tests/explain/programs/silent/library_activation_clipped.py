"""The activation of a model of a library is computed, and its result is limited in place afterwards."""
import torch
from vendorlib import make_model

encoder = make_model(4, 6)
frames = torch.randn(5, 4)
gates = torch.sigmoid(encoder(frames))  # <- built
average = gates.mean()
gates.clamp_(0.1, 0.9)  # <- changed
loss = (gates - average).square().sum()
loss.backward()  # <- raised
