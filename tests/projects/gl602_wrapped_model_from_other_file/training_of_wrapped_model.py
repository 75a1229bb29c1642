"""The only forward call is in the block: the gradients are never synchronized."""

import torch
from wrapped_model import make_wrapped

model = make_wrapped()
optimizer = torch.optim.Adam(model.parameters())
for x in torch.randn(3, 5, 3):
    with model.no_sync():  # ! GL602
        output = model(x)
    output.mean().backward()
    optimizer.step()
    optimizer.zero_grad()
