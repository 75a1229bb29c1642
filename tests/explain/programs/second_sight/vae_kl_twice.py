"""The terms of a VAE are backpropagated one after the other."""
import torch
from torch import nn
from vendorlib import make_model

encoder, decoder = make_model(6, 4), make_model(2, 6)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
for x in torch.randn(2, 5, 6):
    mean, log_var = encoder(x).chunk(2, dim=1)  # <- built
    z = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
    reconstruction = nn.functional.mse_loss(decoder(z), x)
    kl = -0.5 * (1 + log_var - mean.pow(2) - log_var.exp()).mean()
    optimizer.zero_grad()
    reconstruction.backward()  # <- freed
    kl.backward()  # <- raised
    optimizer.step()
