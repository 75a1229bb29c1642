"""A Bayesian layer computes its standard deviation when it is constructed."""
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence


class BayesLinear(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.mu = nn.Parameter(torch.zeros(outputs, inputs))
        self.rho = nn.Parameter(torch.full((outputs, inputs), -3.0))
        self.sigma = nn.functional.softplus(self.rho)  # <- built

    def kl(self):
        return kl_divergence(Normal(self.mu, self.sigma), Normal(0.0, 1.0)).sum()

    def forward(self, x):
        weight = self.mu + self.sigma * torch.randn_like(self.sigma)
        return x @ weight.t()


layer = BayesLinear(4, 1)
optimizer = torch.optim.Adam([layer.mu, layer.rho], lr=1e-2)
for x in torch.randn(5, 7, 4):
    elbo = layer(x).pow(2).mean() + 1e-3 * layer.kl()
    optimizer.zero_grad()
    elbo.backward()  # <- raised, freed
    optimizer.step()
