"""Sharpness-aware minimization: the second pass differentiates the loss of the first one at perturbed weights."""
import torch
from torch import nn


class Sam(torch.optim.Optimizer):
    def __init__(self, params, base, rho=0.05):
        super().__init__(params, {"rho": rho})
        self.base = base(self.param_groups, lr=0.1)

    @torch.no_grad()
    def ascend(self):
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["step"] = group["rho"] * p.grad
                p.add_(self.state[p]["step"])  # <- changed
        self.zero_grad()

    @torch.no_grad()
    def descend(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(self.state[p]["step"])
        self.base.step()


net = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 2))
sam = Sam(net.parameters(), torch.optim.SGD)
for x in torch.randn(2, 4, 3):
    loss = nn.functional.cross_entropy(net(x), torch.tensor([0, 1, 0, 1]))  # <- built
    loss.backward(retain_graph=True)
    sam.ascend()
    loss.backward()  # <- raised
    sam.descend()
