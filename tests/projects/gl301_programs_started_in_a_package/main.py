"""Train a classifier."""

import torch
from trainers.classifier import ClassifierTrainer

eval("ClassifierTrainer")(0.1).run([(torch.randn(4, 3), torch.tensor([0, 1, 1, 0]))], 2)
