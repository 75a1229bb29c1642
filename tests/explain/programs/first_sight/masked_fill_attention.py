"""The attention weights are masked in place after the softmax."""
import torch
from vendorlib import make_model

query, key = make_model(4, 8), make_model(4, 8)
x = torch.randn(2, 5, 4)
scores = query(x) @ key(x).transpose(1, 2)
weights = torch.softmax(scores, dim=-1)  # <- built
mask = torch.rand(2, 5, 5) > 0.5
weights[mask] = 0.0  # <- changed
loss = (weights @ x).pow(2).mean()
loss.backward()  # <- raised
