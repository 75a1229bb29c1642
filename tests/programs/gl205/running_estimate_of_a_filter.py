"""The estimate is corrected by every measurement, and each correction's backward goes back to the first of them."""

import torch

gain = torch.tensor([0.1, 0.2], requires_grad=True)
estimate = torch.zeros(2)
measurements = iter(torch.randn(5, 2))
measured = next(measurements, None)
while measured is not None:
    estimate = estimate + torch.tanh(gain) * (measured - estimate)
    (measured - estimate).pow(2).sum().backward(retain_graph=True)  # ! GL205
    measured = next(measurements, None)
print(gain.grad)
