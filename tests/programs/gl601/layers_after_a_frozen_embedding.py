"""The embedding is frozen, so no layer that is checkpointed after it gets a gradient."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Tagger(nn.Module):
    def __init__(self, words, width, depth):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.layers = nn.ModuleList(nn.Sequential(nn.Linear(width, width), nn.GELU()) for _ in range(depth))
        self.output = nn.Linear(width, 3)

    def forward(self, tokens):
        hidden = self.embedding(tokens)
        for layer in self.layers:
            hidden = checkpoint(layer, hidden, use_reentrant=True)  # ! GL601
        return self.output(hidden)


tagger = Tagger(20, 8, 2)
tagger.embedding.weight.requires_grad = False
optimizer = torch.optim.AdamW([p for p in tagger.parameters() if p.requires_grad], lr=0.01)
for step in range(3):
    tokens, tags = torch.randint(20, (4, 5)), torch.randint(3, (4, 5))
    loss = nn.functional.cross_entropy(tagger(tokens).flatten(0, 1), tags.flatten())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
