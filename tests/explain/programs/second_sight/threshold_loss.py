"""The number of errors over a threshold is minimized."""
import torch
from vendorlib import make_model

model = make_model(4, 1)
prediction = model(torch.randn(6, 4)).squeeze(1)
errors = (prediction - torch.randn(6)).abs() > 0.5  # <- detached
loss = errors.float().mean()
loss.backward()  # <- raised
