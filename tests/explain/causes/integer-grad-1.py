"""An image of integers is asked for its gradient."""

import torch

image = torch.randint(0, 256, (3, 8, 8))
image.requires_grad_()  # raises
