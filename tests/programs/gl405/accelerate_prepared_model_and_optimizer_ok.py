"""The library wraps model, optimizer and batches: the wrapped optimizer's step uses the wrapped model's gradients."""

import sys
import types

import torch

accelerate = types.ModuleType("accelerate")
exec(
    """
class Accelerator:
    def prepare(self, *things):
        return things
    def backward(self, loss):
        loss.backward()
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
from accelerate import Accelerator


class ModelWithTiedWeights(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear1, self.linear2 = torch.nn.Linear(2, 4), torch.nn.Linear(4, 2)

    def forward(self, x):
        return self.linear2(self.linear1(x))


def create_components(tied_weights=False):
    model = ModelWithTiedWeights() if tied_weights else torch.nn.Linear(2, 4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1.0)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    return model, optimizer, scheduler, [(torch.randn(3, 2), torch.randn(3, 2 if tied_weights else 4)) for _ in range(3)]


def train(tied_weights):
    accelerator = Accelerator()
    model, optimizer, scheduler, batches = create_components(tied_weights)
    prepared_model, prepared_optimizer, prepared_scheduler, prepared_batches = accelerator.prepare(model, optimizer, scheduler, batches)
    for batch in prepared_batches:
        x, y = batch
        outputs = prepared_model(x)
        loss = torch.nn.functional.mse_loss(outputs, y)
        prepared_optimizer.zero_grad()
        accelerator.backward(loss)
        prepared_optimizer.step()
        prepared_scheduler.step()


for tied in (False, True):
    train(tied)
