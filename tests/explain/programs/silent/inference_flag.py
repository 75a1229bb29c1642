"""A prediction is made to require grad."""
import torch
from vendorlib import make_model, predict

prediction = predict(make_model(4, 2), torch.randn(3, 4))  # <- no_grad
prediction.requires_grad_(True)  # <- raised
