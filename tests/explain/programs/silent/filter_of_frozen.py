"""All parameters of the model are frozen."""
import torch
from vendorlib import make_model

model = make_model(4, 2)
for parameter in model.parameters():
    parameter.requires_grad_(False)  # <- leaf
optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()))  # <- raised
