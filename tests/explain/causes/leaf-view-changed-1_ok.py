import torch

table = torch.zeros(3, 2, requires_grad=True)
with torch.no_grad():
    table[0].fill_(1.0)
