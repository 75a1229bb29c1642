"""A view that was taken with grad mode on of a view made without it is changed with it."""
import torch

x = torch.randn(4, 4, requires_grad=True)
y = x * 2
with torch.no_grad():
    part = y.t()  # <- no_grad
row = part[0]
row.mul_(2)  # <- raised
