"""trl: its trainers call compute_loss for each batch."""

import torch
from trl import DPOTrainer


class Keeping(DPOTrainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kept = 0

    def compute_loss(self, model, inputs, return_outputs=False):
        loss = torch.mean(model(**inputs).loss)
        self.kept += loss  # ! GL202
        return loss


class Counting(DPOTrainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.values = 0

    def compute_loss(self, model, inputs, return_outputs=False):
        loss = torch.mean(model(**inputs).loss)
        self.values += loss.item()
        return loss
