"""A term of the list that is summed is computed with grad mode disabled."""

import torch
import torch.nn.functional as F
from torch import nn


class Recon(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(12, 6)
        self.dec = nn.Linear(6, 12)
        self.style = nn.Sequential(nn.Linear(12, 6), nn.ReLU(), nn.Linear(6, 3))

    def forward(self, x):
        return self.dec(torch.tanh(self.enc(x)))

    def style_distance(self, a, b):
        prev = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        sa, sb = self.style(a), self.style(b)
        torch.set_grad_enabled(prev)
        return F.mse_loss(sa, sb)


def main(beta=0.3):
    net = Recon()
    opt = torch.optim.RMSprop(net.parameters())
    for step in range(3):
        x = torch.randn(5, 12)
        y = net(x)
        terms = [F.mse_loss(y, x)]
        terms.append(beta * net.style_distance(x, y))
        loss = sum(terms)  # ! GL406
        opt.zero_grad()
        loss.backward()
        opt.step()


main()
