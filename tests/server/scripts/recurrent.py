import torch
from torch import nn

rnn = nn.RNN(4, 8)
head = nn.Linear(8, 1)
optimizer = torch.optim.SGD([*rnn.parameters(), *head.parameters()], lr=0.1)
state = torch.zeros(1, 2, 8)
for step in range(5):
    output, state = rnn(torch.randn(3, 2, 4), state)
    loss = head(output).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
