"""A Trainer of our own computes the loss that the library walks: the teacher builds a graph that is cut off at once."""
import sys
import types

import torch

transformers = types.ModuleType("transformers")
exec(
    """
import torch

class Trainer:
    def __init__(self, model, train_dataset):
        self.model, self.data = model, train_dataset
    def train(self):
        optimizer = torch.optim.AdamW(self.model.parameters())
        for inputs in self.data:
            loss = self.compute_loss(self.model, inputs)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
    def evaluate(self):
        for inputs in self.data:
            self.prediction_step(self.model, inputs, False)
    def prediction_step(self, model, inputs, prediction_loss_only):
        with torch.no_grad():
            return self.compute_loss(model, inputs, return_outputs=True)
""",
    transformers.__dict__,
)
sys.modules["transformers"] = transformers
from transformers import Trainer


class DistillationTrainer(Trainer):
    def __init__(self, *arguments, teacher, **keywords):
        super().__init__(*arguments, **keywords)
        self.teacher = teacher

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(inputs["x"])
        hard = torch.nn.functional.cross_entropy(outputs, inputs["labels"])
        wanted = self.teacher(inputs["x"]).detach()  # ! GL304
        soft = torch.nn.functional.mse_loss(outputs, wanted)
        loss = 0.5 * hard + 0.5 * soft
        return (loss, outputs) if return_outputs else loss


data = [{"x": torch.randn(5, 4), "labels": torch.randint(0, 2, (5,))} for _ in range(3)]
trainer = DistillationTrainer(model=torch.nn.Linear(4, 2), train_dataset=data, teacher=torch.nn.Linear(4, 2))
trainer.train()
trainer.evaluate()
