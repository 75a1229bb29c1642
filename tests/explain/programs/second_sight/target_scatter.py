"""The targets are written into the prediction."""
import torch
from vendorlib import make_model

model = make_model(4, 3)
q = torch.sigmoid(model(torch.randn(5, 4)))
actions = torch.randint(0, 3, (5, 1))
best = (q * q).mean()  # <- built
q.scatter_(1, actions, 0.0)  # <- changed
loss = best + q.mean()
loss.backward()  # <- raised
