import torch

image = torch.randint(0, 256, (3, 8, 8)).float()
image.requires_grad_()
