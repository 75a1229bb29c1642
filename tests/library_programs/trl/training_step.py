"""trl: an overridden training step runs for each batch."""

import torch
from trl import GRPOTrainer


class Keeping(GRPOTrainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.net = torch.nn.Linear(3, 1)
        self.kept = 0

    def training_step(self, model, inputs, num_items_in_batch):
        self.kept += self.net(torch.randn(4, 3)).sum()  # ! GL202


class Counting(GRPOTrainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.net = torch.nn.Linear(3, 1)
        self.values = 0

    def training_step(self, model, inputs, num_items_in_batch):
        self.values += self.net(torch.randn(4, 3)).sum().item()
