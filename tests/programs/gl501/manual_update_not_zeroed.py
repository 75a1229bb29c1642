"""The slope is updated by hand and its gradient never cleared, so that each step repeats all earlier ones."""

import torch

slope = torch.tensor(0.5, requires_grad=True)
for x in torch.rand(4, 6):
    err = (slope * x - 2 * x).pow(2).mean()
    err.backward()  # ! GL501
    with torch.no_grad():
        slope -= 0.1 * slope.grad
