"""Starts the training that is named on the command line."""
import importlib
import sys

import torch
from torch import nn

training = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else "train")
training.Trainer(nn.Linear(3, 1), iter(torch.randn(4, 8, 3)), 4).run_loop()
