"""The regularizer of an objective in another file is computed once."""
import torch
from parts.losses import Objective
from vendorlib import make_model

model, objective = make_model(3, 1), Objective(1e-3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = objective(model, torch.randn(4, 3), torch.randn(4, 1))
    optimizer.zero_grad()
    loss.backward()  # <- raised, freed
    optimizer.step()
