"""The weights of the samples are inference tensors, and the product with the errors that are trained has to save them."""

import torch
from torch import nn

model = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
with torch.inference_mode():
    w = torch.sigmoid((model(x) - y).abs())
err = (model(x) - y) ** 2
loss = (w * err).mean()  # ! GL109
loss.backward()
