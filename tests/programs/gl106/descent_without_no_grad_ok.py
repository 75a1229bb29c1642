"""The subtraction is hidden from autograd."""

import torch

springs = torch.tensor([0.3, 0.9], requires_grad=True)
stretch = torch.rand(6, 2)
force = torch.rand(6)
for _ in range(3):
    loss = (stretch @ springs - force).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        springs -= 0.1 * springs.grad
    springs.grad.zero_()
