"""Terms are collected in a list whose length is not known, unpacked, and backpropagated through together."""

import torch

net = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
terms = []
total = torch.zeros(())
for number in range(4):
    total = total + net(torch.randn(4, 3)).pow(2).mean()
terms.extend(total * factor for factor in net.weight.detach()[0])
first, second, third = terms
optimizer.zero_grad()
(first + second + third).backward()
optimizer.step()
