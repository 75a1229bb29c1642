"""A prediction is changed in place."""
import torch
from vendorlib import make_model, predict

model = make_model(4, 2)
prediction = predict(model, torch.randn(3, 4))  # <- no_grad
prediction.add_(1.0)  # <- raised
