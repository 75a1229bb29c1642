"""A critic that runs on several devices by `data_parallel` where there are any: its samples have no graph."""

import torch
from torch import nn

generator = nn.Linear(2, 3)
main = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
devices = list(range(torch.cuda.device_count()))


def critic(x):
    if devices:
        return nn.parallel.data_parallel(main, x.cuda(), device_ids=devices)
    return main(x)


opt_g = torch.optim.SGD(generator.parameters(), lr=0.1)
opt_c = torch.optim.SGD(main.parameters(), lr=0.1)
for _ in range(3):
    with torch.no_grad():
        fake = generator(torch.randn(4, 2))
    opt_c.zero_grad()
    (critic(fake).mean() - critic(torch.randn(4, 3)).mean()).backward()
    opt_c.step()
    opt_g.zero_grad()
    (-critic(generator(torch.randn(4, 2))).mean()).backward()
    opt_g.step()
