"""Two optimizers step in turn over one forward pass."""
import torch
from torch import nn

shared, policy, value = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 1)
opt_policy = torch.optim.Adam([*shared.parameters(), *policy.parameters()])
opt_value = torch.optim.Adam([*shared.parameters(), *value.parameters()])
for x in torch.randn(2, 3, 4):
    hidden = torch.tanh(shared(x))
    loss_policy = policy(torch.tanh(policy.weight @ hidden.t()).t() @ torch.ones(2, 8)).mean() + value(hidden).mean()
    loss_value = value(hidden).pow(2).mean()
    opt_policy.zero_grad()
    loss_policy.backward(retain_graph=True)
    opt_policy.step()
    opt_value.zero_grad()
    loss_value.backward()
    opt_value.step()
    leftover = policy(hidden).mean() + loss_value
    leftover.backward()  # <- raised
