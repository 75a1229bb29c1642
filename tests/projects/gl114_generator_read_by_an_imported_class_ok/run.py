"""A script that only creates an object of another file."""

from experiment import Experiment
from torch import nn

Experiment(nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1)))
