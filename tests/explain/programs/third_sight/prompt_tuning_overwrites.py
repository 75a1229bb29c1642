"""A learned prompt is written into by slices."""
import torch
from torch import nn


class Prompt(nn.Module):
    def __init__(self, length, width):
        super().__init__()
        self.tokens = nn.Parameter(torch.randn(length, width))  # <- leaf

    def seed(self, embeddings):
        self.tokens[: len(embeddings)] = embeddings  # <- raised


prompt = Prompt(6, 4)
prompt.seed(torch.zeros(2, 4))
