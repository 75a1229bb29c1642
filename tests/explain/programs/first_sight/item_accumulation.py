"""The loss of the batch is summed as numbers."""
import torch
from vendorlib import make_model

model = make_model(4, 1)
total = 0.0
for x in torch.randn(3, 5, 4):
    total += model(x).pow(2).mean().item()  # <- detached
loss = torch.tensor(total, requires_grad=False) / 3
loss.backward()  # <- raised
