"""A training function with an old index and an old keyword does not hide the evaluation that follows."""
import torch
from torch import nn

net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
running = 0.0
for batch in torch.randn(4, 5, 3):
    loss = net(batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward(retain_variables=True)  # ! GL901
    optimizer.step()
    running += loss.data[0]  # ! GL904
net.eval()
right = 0
for batch in torch.randn(3, 5, 3):
    right += net(batch).argmax(dim=1).sum().item()  # ! GL301
print(running, right)
