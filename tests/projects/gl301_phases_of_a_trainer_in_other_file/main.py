"""Runs both phases."""

import torch
from torch import nn
from trainer import Trainer

trainer = Trainer(nn.Sequential(nn.Linear(3, 4), nn.Dropout(), nn.Linear(4, 1)), [torch.randn(2, 3) for _ in range(2)])
trainer.run(2)
