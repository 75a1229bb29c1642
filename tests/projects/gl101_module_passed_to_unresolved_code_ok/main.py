import torch
from torch import nn
from elsewhere import loss_of

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(4, 2, 3):
    net(x).sum().backward()
    optimizer.zero_grad()
    loss = loss_of(net, x)
    loss.backward()
    optimizer.step()
