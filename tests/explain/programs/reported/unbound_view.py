"""One of the views of unbind is changed."""
import torch

x = torch.randn(3, 2, requires_grad=True)
rows = (x * 2).unbind(0)  # <- built
rows[0].mul_(2)  # <- raised
