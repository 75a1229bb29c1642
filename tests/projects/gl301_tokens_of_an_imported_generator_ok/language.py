"""A small language model, and what it writes."""

import torch
from torch import nn


class Language(nn.Module):
    def __init__(self, words=15, size=8):
        super().__init__()
        self.embedding = nn.Embedding(words, size)
        self.head = nn.Linear(size, words)

    def forward(self, tokens):
        return self.head(self.embedding(tokens))


@torch.no_grad()
def generate(model, tokens, count):
    for _ in range(count):
        chances = model(tokens)[:, -1].softmax(-1)
        tokens = torch.cat([tokens, torch.multinomial(chances, 1)], dim=1)
    return tokens
