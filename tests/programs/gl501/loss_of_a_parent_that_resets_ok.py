"""A parent class of another package receives the optimizer with the batch, and resets the gradients before it computes the loss."""

import sys
import types

import torch

base = types.ModuleType("trainers")
exec(
    """
class Trainer:
    def begin(self, optimizer, outputs):
        optimizer.zero_grad()
        return outputs.pow(2).mean()
""",
    base.__dict__,
)
sys.modules["trainers"] = base
from trainers import Trainer


class Shrink(Trainer):
    def run(self, model, optimizer, batches):
        for x in batches:
            loss = self.begin(optimizer, model(x))
            loss.backward()
            optimizer.step()


net = torch.nn.Linear(3, 1)
Shrink().run(net, torch.optim.SGD(net.parameters(), lr=0.1), [torch.randn(4, 3) for _ in range(3)])
