"""The scores of an imported model are copied to a leaf whose gradient is used: the sensitivity of a ranking loss to each score."""

import sys
import types

import torch

library = types.ModuleType("ranking_zoo")
exec(
    """
import torch

net = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
""",
    library.__dict__,
)
sys.modules["ranking_zoo"] = library
from ranking_zoo import net, optimizer

for documents in torch.randn(2, 4, 3):
    scores = [torch.nn.functional.softplus(net(document)) for document in documents]
    copies = torch.tensor([float(score) for score in scores], requires_grad=True)
    ranking = (copies[1:] - copies[:-1]).clamp(min=0).pow(2).sum()
    ranking.backward()
    optimizer.zero_grad()
    torch.stack(scores).squeeze(1).backward(copies.grad)
    optimizer.step()
