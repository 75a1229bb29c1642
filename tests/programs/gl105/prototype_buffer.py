"""The buffer is changed in place after each view, and the first view's product needs it as it was."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Prototypes(nn.Module):
    def __init__(self, classes, dim):
        super().__init__()
        self.encoder = nn.Linear(9, dim)
        self.register_buffer("proto", torch.randn(classes, dim))

    def forward(self, x):
        z = F.normalize(self.encoder(x), dim=1)
        sim = z @ self.proto.t()
        self.proto.mul_(0.99).add_(0.01 * z.detach().mean(0))
        return sim


model = Prototypes(4, 5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    view1, view2 = torch.randn(6, 9), torch.randn(6, 9)
    y = torch.randint(0, 4, (6,))
    loss = F.cross_entropy(model(view1), y) + F.cross_entropy(model(view2), y)
    optimizer.zero_grad()
    loss.backward()  # ! GL105
    optimizer.step()
