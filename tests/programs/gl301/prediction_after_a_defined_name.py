"""`load_vocabulary` is defined below its use, so the evaluation runs with grad mode on."""

import torch
from torch import nn


def predict(path):
    vocabulary = load_vocabulary(path)
    model = nn.Linear(len(vocabulary), 2)
    model.load_state_dict(model.state_dict())
    model.eval()
    for _ in range(3):
        print(model(torch.randn(1, len(vocabulary))).argmax().item())  # ! GL301


def load_vocabulary(path):
    return sorted(set(path))


predict("vocabulary.txt")
