"""The loss comes back as a number and is made a tensor again, which has no graph."""

import torch
import torch.nn as nn

model = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 3))
opt = torch.optim.SGD(model.parameters(), lr=0.1)


def contrast(anchor, positive, temperature=0.5):
    sim = nn.functional.cosine_similarity(anchor[:, None], positive[None], dim=-1) / temperature
    loss = nn.functional.cross_entropy(sim, torch.arange(len(anchor)))
    return loss.item()


for x in torch.randn(2, 6, 3):
    opt.zero_grad()
    loss = torch.tensor(contrast(model(x), model(x + 0.1)))
    loss.backward()  # ! GL107
    opt.step()
