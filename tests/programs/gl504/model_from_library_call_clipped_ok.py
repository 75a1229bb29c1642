"""The model is the result of an unresolved call with a number of words: the clip finds the gradients of its parameters."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("model_zoo")
exec(
    """
import torch

class TransformerModel(torch.nn.Module):
    def __init__(self, words, size):
        super().__init__()
        self.table, self.out = torch.nn.Embedding(words, size), torch.nn.Linear(size, words)
    def forward(self, words):
        return self.out(self.table(words)).log_softmax(-1)

class Corpus:
    dictionary = list("abcde")

corpus = Corpus()
batches = [(torch.randint(0, 5, (4, 2)), torch.randint(0, 5, (8,))) for _ in range(3)]
""",
    library.__dict__,
)
sys.modules["model_zoo"] = library
from model_zoo import TransformerModel, batches, corpus

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
ntokens = len(corpus.dictionary)
model = TransformerModel(ntokens, 6).to(device)
criterion = nn.NLLLoss()


def train(lr):
    model.train()
    for data, targets in batches:
        model.zero_grad()
        output = model(data).view(-1, ntokens)
        loss = criterion(output, targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        for p in model.parameters():
            p.data.add_(p.grad, alpha=-lr)


for epoch in range(2):
    train(0.1)
