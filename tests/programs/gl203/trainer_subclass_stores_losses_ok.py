"""The library's trainer calls compute_loss for each batch and runs backward on the loss, which the subclass stores as a number."""

import sys
import types

import torch
from torch import nn

transformers = types.ModuleType("transformers")
exec(
    """
import torch

class Trainer:
    def __init__(self, model, batches):
        self.model, self.batches = model, batches

    def train(self):
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        for inputs in self.batches:
            loss = self.compute_loss(self.model, inputs)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
""",
    transformers.__dict__,
)
sys.modules["transformers"] = transformers
from transformers import Trainer


class Distillation(Trainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.record = {"loss": []}

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(inputs["x"])
        loss = nn.functional.mse_loss(outputs, inputs["y"])
        self.record["loss"].append(loss.detach())
        return (loss, outputs) if return_outputs else loss


trainer = Distillation(nn.Linear(3, 1), [{"x": torch.randn(4, 3), "y": torch.randn(4, 1)} for _ in range(5)])
for epoch in range(5):
    trainer.train()
print(float(max(trainer.record["loss"])))
