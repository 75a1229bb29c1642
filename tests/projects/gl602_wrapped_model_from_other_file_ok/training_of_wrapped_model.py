"""The forward call is outside of a block."""

import torch
from wrapped_model import make_wrapped

model = make_wrapped()
optimizer = torch.optim.Adam(model.parameters())
for x in torch.randn(3, 5, 3):
    output = model(x)
    output.mean().backward()
    optimizer.step()
    optimizer.zero_grad()
