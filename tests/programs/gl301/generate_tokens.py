"""Tokens are drawn from the probabilities, and a drawn token has no gradient to pass back."""

import torch
import torch.nn as nn


class TinyLM(nn.Module):
    def __init__(self, vocab=15, dim=8):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.gru = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)

    def forward(self, idx):
        return self.head(self.gru(self.tok(idx))[0])


def generate(lm, prompt, n):
    tokens = prompt
    for _ in range(n):
        probs = lm(tokens)[:, -1].softmax(-1)  # ! GL301
        tokens = torch.cat([tokens, torch.multinomial(probs, 1)], dim=1)
    return tokens


lm = TinyLM()
print(generate(lm, torch.zeros(1, 1, dtype=torch.long), 5))
