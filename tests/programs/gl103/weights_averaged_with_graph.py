"""The average of the weights is rebuilt from itself with grad mode on, and the next loss backpropagates the last one's graph."""

import torch
import torch.nn.functional as F
from torch import nn

student = nn.Linear(5, 3)
average = {name: parameter.detach().clone() for name, parameter in student.named_parameters()}
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for batch in torch.randn(4, 6, 5):
    for name, parameter in student.named_parameters():
        average[name] = 0.9 * average[name] + 0.1 * parameter
    target = torch.func.functional_call(student, average, (batch,))
    loss = F.mse_loss(student(batch), target)
    optimizer.zero_grad()
    loss.backward()  # ! GL103
    optimizer.step()
