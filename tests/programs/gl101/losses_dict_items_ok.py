"""The losses in the dictionary are added and backpropagated once."""

import torch as th
from torch import nn

encoder = nn.GRU(6, 12, batch_first=True)
heads = nn.ModuleDict({"pos": nn.Linear(12, 5), "ner": nn.Linear(12, 3), "chunk": nn.Linear(12, 4)})
opt = th.optim.AdamW(list(encoder.parameters()) + list(heads.parameters()), lr=1e-3)
ce = nn.CrossEntropyLoss()
sizes = {"pos": 5, "ner": 3, "chunk": 4}
for step in range(4):
    x = th.randn(3, 7, 6)
    out, _ = encoder(x)
    losses = {}
    for name, head in heads.items():
        y = th.randint(0, sizes[name], (21,))
        losses[name] = ce(head(out).reshape(21, -1), y)
    opt.zero_grad()
    sum(losses.values()).backward()
    opt.step()
