"""The reconstruction does not use the latent of which the gradient is asked."""
import torch
from vendorlib import make_model

decoder = make_model(3, 4)
latent = torch.randn(5, 3)
perturbed = (latent + 0.1 * torch.randn(5, 3)).requires_grad_()
output = decoder(latent)  # <- built
saliency = torch.autograd.grad(output.sum(), perturbed)[0]  # <- raised
