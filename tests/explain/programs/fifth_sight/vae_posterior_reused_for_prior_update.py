"""A VAE trains its prior with the latents of the step that was just backpropagated."""
import torch
from torch import nn
from torch.distributions import Normal


class Vae(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Linear(6, 4), nn.Linear(2, 6)
        self.prior_mean = nn.Parameter(torch.zeros(2))

    def encode(self, x):
        mean, log_scale = self.enc(x).chunk(2, dim=-1)
        return Normal(mean, log_scale.exp())

    def decode(self, z):
        return self.dec(z)


vae = Vae()
main_opt = torch.optim.Adam([*vae.enc.parameters(), *vae.dec.parameters()])
prior_opt = torch.optim.Adam([vae.prior_mean], lr=1e-2)
for x in torch.randn(3, 5, 6):
    posterior = vae.encode(x)
    z = posterior.rsample()  # <- built
    reconstruction = (vae.decode(z) - x).pow(2).mean()
    main_opt.zero_grad()
    (reconstruction + 0.1 * (posterior.scale - 1).pow(2).mean()).backward()  # <- freed
    prior_opt.zero_grad()
    (-Normal(vae.prior_mean, 1.0).log_prob(z).mean()).backward()  # <- raised
    main_opt.step()
    prior_opt.step()
