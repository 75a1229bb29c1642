import torch

weight = torch.zeros(3, requires_grad=True)
with torch.autograd.set_detect_anomaly(True):
    distance = (weight.pow(2).sum() + 1e-12).sqrt()
    distance.backward()
