"""One statement calls the student and the teacher; the student's graph is used, so `no_grad()` has no place at the call."""

import torch
from torch import nn

student, teacher = nn.Linear(4, 2), nn.Linear(4, 2)
optimizer = torch.optim.SGD([*student.parameters(), *teacher.parameters()], lr=0.1)


def predict(model, x):
    return model(x).log_softmax(1)


for batch in range(3):
    x, y = torch.randn(8, 4), torch.randint(2, (8,))
    optimizer.zero_grad()
    target = predict(teacher, x).detach()
    output = predict(student, x)
    loss = nn.functional.nll_loss(output, y) + nn.functional.nll_loss(teacher(x).log_softmax(1), y) + (output - target).pow(2).mean()
    loss.backward()
    optimizer.step()
