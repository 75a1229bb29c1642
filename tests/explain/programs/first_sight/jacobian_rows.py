"""The rows of a Jacobian are computed one by one."""
import torch
from vendorlib import make_model

model = make_model(3, 3)
x = torch.randn(3, requires_grad=True)
y = model(x)  # <- built
rows = []
for i in range(3):
    (row,) = torch.autograd.grad(y[i], x)  # <- raised, freed
    rows.append(row)
