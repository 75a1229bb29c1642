"""Reads attributes of an object that is neither an optimizer nor a module."""

import torch
from experiment import Experiment

experiment = Experiment()
experiment.train
experiment.step
experiment.eval
print(torch.tensor(experiment.looked))
