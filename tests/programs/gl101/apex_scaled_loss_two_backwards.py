"""apex wraps model and optimizer and gives the scaled loss to the block, which calls backward on it twice."""

import sys
import types

import torch

apex = types.ModuleType("apex")
exec(
    """
import contextlib
import types

amp = types.SimpleNamespace()

def initialize(models, optimizers, opt_level="O1"):
    return models, optimizers

@contextlib.contextmanager
def scale_loss(loss, optimizer):
    yield loss * 128.0

amp.initialize, amp.scale_loss = initialize, scale_loss
""",
    apex.__dict__,
)
sys.modules["apex"] = apex
from apex import amp

model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
for batch in torch.randn(3, 6, 4):
    loss = model(batch).pow(2).mean()
    optimizer.zero_grad()
    with amp.scale_loss(loss, optimizer) as scaled_loss:
        scaled_loss.backward()
    loss.backward()  # ! GL101
    optimizer.step()
