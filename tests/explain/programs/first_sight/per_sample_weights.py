"""The weighted loss keeps the dimension of the batch."""
import torch
from torch import nn
from vendorlib import make_model

model = make_model(4, 3)
weights = torch.rand(6)
x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
losses = nn.functional.cross_entropy(model(x), y, reduction="none")
weighted = losses * weights  # <- built
weighted.backward()  # <- raised
