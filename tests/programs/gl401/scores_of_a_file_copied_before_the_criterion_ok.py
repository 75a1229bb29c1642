"""The scores of an imported batch are compared with its target themselves, with their graph: the model is trained."""

import sys
import types

import torch

library = types.ModuleType("tagger_zoo")
exec(
    """
import torch

net = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

class Batch:
    def __init__(self):
        self.scores = net(torch.randn(5, 3))
        self.labels = torch.randint(2, (5, 2))
        self.mask = torch.ones(5, 2)
""",
    library.__dict__,
)
sys.modules["tagger_zoo"] = library
from tagger_zoo import Batch, optimizer

criterion = torch.nn.BCEWithLogitsLoss(reduction="none")
for _ in range(3):
    batch = Batch()
    scores = batch.scores.float()
    losses = criterion(scores, batch.labels.float()) * batch.mask
    loss = losses.sum() / batch.mask.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
