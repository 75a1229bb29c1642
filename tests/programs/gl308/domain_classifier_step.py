"""The classifier's step backpropagates the features as well, whose gradients are zeroed before they are used."""

import torch
import torch.nn.functional as F
from torch import nn


class Adversary:
    def __init__(self):
        self.feat = nn.Sequential(nn.Linear(5, 4), nn.ReLU())
        self.dom = nn.Linear(4, 2)
        self.opt_f = torch.optim.SGD(self.feat.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.dom.parameters(), lr=0.1)

    def dom_step(self, x, d):
        loss = F.cross_entropy(self.dom(self.feat(x)), d)
        self.opt_d.zero_grad()
        loss.backward()  # ! GL308
        self.opt_d.step()

    def feat_step(self, x, d):
        loss = -F.cross_entropy(self.dom(self.feat(x)), d)
        self.opt_f.zero_grad()
        loss.backward()
        self.opt_f.step()


adv = Adversary()
for _ in range(3):
    x, d = torch.randn(6, 5), torch.randint(0, 2, (6,))
    adv.dom_step(x, d)
    adv.feat_step(x, d)
