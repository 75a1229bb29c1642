"""GradNorm takes the norm of gradients whose graph was not created."""
import torch
from torch import nn
from vendorlib import make_model

trunk, heads = make_model(4, 6), nn.ModuleList([nn.Linear(6, 1), nn.Linear(6, 1)])
weights = nn.Parameter(torch.ones(2))
balance = torch.optim.Adam([weights], lr=0.01)


def norms(h, targets):
    found = []
    for weight, head, target in zip(weights, heads, targets):
        loss = weight * (head(h) - target).pow(2).mean()
        gradient = torch.autograd.grad(loss, h, retain_graph=True)[0]  # <- detached
        found.append(gradient.norm())
    return torch.stack(found)


for step in range(2):
    h = trunk(torch.randn(5, 4))
    sizes = norms(h, torch.randn(2, 5, 1))
    imbalance = (sizes - sizes.mean()).abs().sum()
    balance.zero_grad()
    imbalance.backward()  # <- raised
    balance.step()
