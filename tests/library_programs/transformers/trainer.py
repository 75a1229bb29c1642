"""transformers: the trainer calls compute_loss for each batch; an overridden prediction_step runs with grad mode on."""

import torch
from transformers import Trainer


class Keeping(Trainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kept = 0

    def compute_loss(self, model, inputs, return_outputs=False):
        loss = model(**inputs).loss
        self.kept += loss  # ! GL202
        return loss


class Counting(Trainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.counted = 0

    def compute_loss(self, model, inputs, return_outputs=False):
        loss = model(**inputs).loss
        self.counted += loss.item()
        return loss


class Evaluating(Trainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.summed = 0

    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        model.eval()
        outputs = model(**inputs)  # ! GL301
        self.summed += outputs.loss.item()
        return outputs.loss.detach(), None, None


class Predicting(Trainer):
    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        with torch.no_grad():
            outputs = model(**inputs)
        return outputs.loss, outputs.logits, inputs["labels"]
