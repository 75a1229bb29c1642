"""Lists of ids, filters and sets of parameters divide the parameters: no group shares one with another."""

import torch
from torch import nn


def split(model, part):
    ids = frozenset(map(id, part.parameters()))
    inside = filter(lambda p: id(p) in ids, model.parameters())
    outside = filter(lambda p: id(p) not in ids, model.parameters())
    return [{"params": inside, "lr": 1e-2}, {"params": outside}]


model = nn.Sequential(nn.Linear(4, 8), nn.LayerNorm(8), nn.ReLU(), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(split(model, model[0]), lr=1e-3)

ids = list(map(id, model[5].parameters())) + list(map(id, model[1].parameters()))
rest = (p for p in model.parameters() if id(p) not in ids)
head, norm = model[5].parameters(), model[1].parameters()
optimizer = torch.optim.SGD([{"params": rest}, {"params": head, "lr": 1e-2}, {"params": norm, "lr": 1e-4}], lr=1e-3)

seen, first, others = set(), [], []
for p in model[0].parameters():
    seen.add(id(p))
for name, p in model.named_parameters():
    if p.requires_grad and id(p) in seen:
        first.append(p)
    elif p.requires_grad:
        others.append(p)
optimizer = torch.optim.SGD([{"params": first}, {"params": others, "lr": 1e-2}], lr=1e-3)

last = set(model[5].parameters())
optimizer = torch.optim.SGD([{"params": list(set(model.parameters()) - last)}, {"params": list(last), "lr": 1e-2}], lr=1e-3)

rates = {id(p): 1e-2 for p in model[5].parameters()}
slow = [p for p in model.parameters() if id(p) not in rates]
optimizer = torch.optim.SGD([{"params": slow}, {"params": model[5].parameters(), "lr": 1e-2}], lr=1e-3)

loss = model(torch.randn(3, 4)).pow(2).mean()
loss.backward()
optimizer.step()
