"""The old spelling of detach: the value of the next state is a target, and the other side of the squared error is trained."""

import torch
from torch import nn
from torch.autograd import Variable

current = nn.Linear(4, 2)
target = nn.Linear(4, 2).requires_grad_(False)
optimizer = torch.optim.SGD(current.parameters(), lr=0.1)
for state, following, reward in zip(torch.randn(3, 5, 4), torch.randn(3, 5, 4), torch.randn(3, 5)):
    scores = current(torch.cat([state, following])).chunk(2)
    chosen = target(following).gather(1, scores[1].max(1)[1].unsqueeze(1)).squeeze(1)
    bound = scores[1].mean(1)
    expected = reward + 0.9 * torch.min(chosen, bound)
    loss = (scores[0].max(1)[0] - Variable(expected.data)).pow(2).mean() + bound.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
