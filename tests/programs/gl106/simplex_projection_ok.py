"""The projection clamps the parameter's data."""

import torch


class Portfolio(torch.nn.Module):
    def __init__(self, assets):
        super().__init__()
        self.share = torch.nn.Parameter(torch.full((assets,), 1.0 / assets))

    def project(self):
        self.share.data.clamp_(min=0)

    def forward(self, returns):
        return returns @ self.share


p = Portfolio(4)
opt = torch.optim.SGD(p.parameters(), lr=0.01)
for day in range(3):
    opt.zero_grad()
    gain = p(0.1 * torch.randn(10, 4))
    (gain.var() - gain.mean()).backward()
    opt.step()
    p.project()
