import torch
from torch import nn
from first import train

model = nn.Linear(3, 1)
train(model)
