"""The keys are computed under no_grad."""

import torch
import torch.nn.functional as F

enc = torch.nn.Linear(7, 4)
momentum_enc = torch.nn.Linear(7, 4)
bank = F.normalize(torch.randn(16, 4), dim=1)
opt = torch.optim.SGD(enc.parameters(), lr=0.1)
ptr = 0
for x in torch.randn(4, 4, 7):
    q = F.normalize(enc(x), dim=1)
    with torch.no_grad():
        k = F.normalize(momentum_enc(x + 0.1 * torch.randn_like(x)), dim=1)
    loss = F.cross_entropy(torch.cat([(q * k.detach()).sum(1, keepdim=True), q @ bank.clone().t()], 1), torch.zeros(4, dtype=torch.long))
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        bank[ptr : ptr + 4] = k
        for p, m in zip(enc.parameters(), momentum_enc.parameters()):
            m.mul_(0.99).add_(0.01 * p)
    ptr = (ptr + 4) % 16
