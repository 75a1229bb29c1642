"""A batch of graphs has `.data` and `.ndata` that are not tensors, and no iteration is stored."""

import sys
import types

import torch

dgl = types.ModuleType("dgl")
exec(
    """
class Batch:
    def __init__(self, x, y):
        self.x, self.y, self.data = x, y, [x, y]
        self.ndata = {"feat": x}

def graphs():
    import torch
    return (Batch(torch.randn(5, 4), torch.randint(0, 2, (5,))) for _ in range(4))
""",
    dgl.__dict__,
)
sys.modules["dgl"] = dgl
from dgl import graphs

model = torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for batch in graphs():
    x, y = batch.data
    batch.ndata["h"] = model(batch.ndata["feat"])
    loss = torch.nn.functional.cross_entropy(batch.ndata["h"], y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
print(len(losses))
