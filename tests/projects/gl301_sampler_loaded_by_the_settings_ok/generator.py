"""A generator of token sequences, whose size the script prints."""
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(6, 4)
        self.scores = nn.Linear(4, 6)

    def forward(self, tokens):
        return self.scores(self.table(tokens))

    def generate(self, tokens, steps):
        for _ in range(steps):
            chances = torch.softmax(self(tokens)[:, -1], dim=1)
            tokens = torch.cat((tokens, torch.multinomial(chances, 1)), dim=1)
        return tokens


if __name__ == "__main__":
    print(sum(parameter.numel() for parameter in Generator().parameters()))
