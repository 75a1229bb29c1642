"""trl: a model with a value head is a module, and prediction steps run for each batch."""

import torch
from trl import AutoModelForCausalLMWithValueHead, SFTTrainer


def passes(loader):
    model = AutoModelForCausalLMWithValueHead.from_pretrained("base")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def without_grad(loader):
    model = AutoModelForCausalLMWithValueHead.from_pretrained("base")
    model.eval()
    for x in loader:
        print(model(x))


class Predicting(SFTTrainer):
    losses = 0

    def prediction_step(self, model, inputs, prediction_loss_only=False):
        loss = model(inputs).sum()
        self.losses += loss  # ! GL202
        return loss


class PredictingNumbers(SFTTrainer):
    losses = 0

    def prediction_step(self, model, inputs, prediction_loss_only=False):
        loss = model(inputs).sum()
        self.losses += loss.item()
        return loss
