"""The perturbation of an attack is updated in place."""
import torch
from vendorlib import make_model

model = make_model(4, 2)
image = torch.rand(1, 4)
delta = torch.zeros_like(image, requires_grad=True)  # <- leaf
for _ in range(3):
    loss = -model(image + delta).logsumexp(1).sum()
    loss.backward()
    delta += 0.01 * delta.grad.sign()  # <- raised
