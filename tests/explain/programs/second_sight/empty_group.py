"""The parameters are filtered by a name that no layer has."""
import torch
from vendorlib import make_model

model = make_model(4, 2)
adapters = [parameter for name, parameter in model.named_parameters() if "lora" in name]  # <- leaf
optimizer = torch.optim.AdamW(adapters, lr=1e-4)  # <- raised
