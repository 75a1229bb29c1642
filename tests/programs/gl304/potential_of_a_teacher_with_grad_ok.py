"""The detached output of a received teacher is computed with grad mode enabled on purpose: the teacher differentiates its own potential."""

import torch
from torch import nn


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, values):
        values = values.detach().requires_grad_()
        (force,) = torch.autograd.grad(self.layer(values).tanh().sum(), values, create_graph=True)
        return force


def distill(student, teacher, batches):
    print(sum(parameter.numel() for parameter in teacher.parameters()))
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for batch in batches:
        with torch.enable_grad():
            target = teacher(batch).detach()
        loss = nn.functional.mse_loss(student(batch), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


eval("distill")(nn.Linear(3, 3), Potential(), [torch.randn(4, 3) for _ in range(3)])
