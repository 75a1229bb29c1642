"""Each iteration draws one of five networks: more than are executed one by one."""

import torch

nets = torch.nn.ModuleList([torch.nn.Linear(3, 1) for _ in range(3)] + [torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)])
optimizer = torch.optim.SGD(nets[3].parameters(), lr=0.1)
for _ in range(60):
    index = int(torch.randint(5, ()))
    loss = nets[index](torch.ones(2, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
