"""At the head of each iteration the hidden state is wrapped from its data: truncated backpropagation in its old spelling."""

import torch
from torch import nn
from torch.autograd import Variable

cell, head = nn.RNNCell(4, 5), nn.Linear(5, 1)
optimizer = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1)
hidden = torch.zeros(6, 5)
for batch in torch.randn(4, 6, 4):
    hidden = Variable(hidden.data)
    hidden = cell(batch, hidden)
    loss = head(hidden).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
