"""Each output is stored under a text made of the step, of which there are ever more."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
answers, lengths = {}, {}
for step in range(60):
    answer = net(torch.randn(4, 3))
    loss = answer.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    answers["step %d" % step] = answer  # ! GL203
    lengths["{}-{}".format("loss", len(lengths))] = loss  # ! GL203
print(len(answers), len(lengths))
