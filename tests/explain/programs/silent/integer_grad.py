"""Indices cannot require grad."""
import torch

indices = torch.arange(3)  # <- leaf
indices.requires_grad_(True)  # <- raised
