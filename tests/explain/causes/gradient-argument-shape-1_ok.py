import torch
from torch import nn

outputs = nn.Linear(4, 2)(torch.randn(3, 4))
outputs.backward(torch.ones_like(outputs))
