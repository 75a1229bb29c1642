"""The batch is unpacked for the model, and updated with what it and the criterion return: the step uses the gradients of the loss."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, inputs, **batch):
        return {"logits": self.layer(inputs)}


def criterion(logits, labels, **batch):
    return {"loss": nn.functional.cross_entropy(logits, labels)}


class Trainer:
    def __init__(self, model, criterion, optimizer):
        self.model = model
        self.criterion = criterion
        self.optimizer = optimizer

    def process_batch(self, batch):
        self.optimizer.zero_grad()
        batch.update(self.model(**batch))
        batch.update(self.criterion(**batch))
        batch["loss"].backward()
        self.optimizer.step()
        return batch["loss"].item()


model = Model()
trainer = eval("Trainer")(model, criterion, torch.optim.SGD(model.parameters(), lr=0.1))
print([trainer.process_batch({"inputs": torch.randn(4, 3), "labels": torch.zeros(4, dtype=torch.long)}) for _ in range(3)])
