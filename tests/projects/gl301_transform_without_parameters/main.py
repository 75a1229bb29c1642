"""Of three modules of another file, put into evaluation, one owns no parameter: its calls build no graph."""
import torch
from torch import nn
from transforms import Learned, Normalize, Scale

normalize, scale, learned = Normalize(3), Scale(nn.Linear(3, 3), 3), Learned(3)
normalize.eval()
scale.eval()
learned.eval()
for _ in range(3):
    print(normalize(torch.randn(8, 3)).shape)
    print(scale(torch.randn(8, 3)).shape)  # ! GL301
    print(learned(torch.randn(8, 3)).shape)  # ! GL301
