"""A setting decides if the prompt is trained; it is shifted in place either way."""
import os

import torch

prompt = torch.randn(4, 3)  # <- leaf
prompt.requires_grad_("FROZEN" not in os.environ)
prompt.add_(1.0)  # <- raised
