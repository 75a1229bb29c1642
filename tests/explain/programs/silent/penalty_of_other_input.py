"""The gradient penalty asks for the gradient of an input that the score does not use."""
import torch
from vendorlib import make_model

critic = make_model(4, 1)
real = torch.randn(3, 4)
mixed = real.clone().requires_grad_(True)
score = critic(real)  # <- built
(gradient,) = torch.autograd.grad(score.sum(), mixed)  # <- raised
