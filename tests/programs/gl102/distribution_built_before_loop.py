"""The distribution is built once, and the exponential of its scale is backpropagated in every iteration."""

import torch
from torch.distributions import Normal

heights = 1.7 + 0.1 * torch.randn(200)
loc = torch.zeros((), requires_grad=True)
log_scale = torch.zeros((), requires_grad=True)
optimizer = torch.optim.Adam([loc, log_scale], lr=0.05)
model = Normal(loc, log_scale.exp())
n = 0
while n < 10:
    nll = -model.log_prob(heights).mean()
    optimizer.zero_grad()
    nll.backward()  # ! GL102
    optimizer.step()
    n += 1
print(loc.item(), log_scale.exp().item())
