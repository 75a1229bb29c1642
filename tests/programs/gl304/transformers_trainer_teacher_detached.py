"""A Trainer subclass computes the loss for the library's backward: the teacher builds a graph that is detached at once."""

import sys
import types

import torch

transformers = types.ModuleType("transformers")


class Library:
    def __init__(self, model, train_dataset):
        self.model, self.data = model, train_dataset

    def train(self):
        optimizer = torch.optim.AdamW(self.model.parameters())
        for inputs in self.data:
            loss = getattr(self, "compute_loss")(self.model, inputs)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


transformers.Trainer = Library
sys.modules["transformers"] = transformers
from transformers import Trainer


class DistillationTrainer(Trainer):
    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.teacher = torch.nn.Linear(4, 2)

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(inputs["x"])
        hard = torch.nn.functional.cross_entropy(outputs, inputs["labels"])
        wanted = self.teacher(inputs["x"]).detach()  # ! GL304
        soft = torch.nn.functional.mse_loss(outputs, wanted)
        loss = 0.5 * hard + 0.5 * soft
        return (loss, outputs) if return_outputs else loss


data = [{"x": torch.randn(5, 4), "labels": torch.randint(0, 2, (5,))} for _ in range(3)]
trainer = DistillationTrainer(model=torch.nn.Linear(4, 2), train_dataset=data)
trainer.train()
