"""A view made without grad mode is changed with it."""
import torch

x = torch.randn(4, requires_grad=True)
y = x * 2
with torch.no_grad():
    part = y[:2]  # <- no_grad
part.mul_(2)  # <- raised
