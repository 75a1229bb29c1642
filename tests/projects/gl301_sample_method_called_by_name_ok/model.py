"""The base class in the other file says who samples: by this name, or by one that is computed, and then who may train through it."""
import torch
from captioner import Captioner
from torch import nn


class Speaker(Captioner):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(6, 4)
        self.logit = nn.Linear(4, 6)

    def _sample(self, word):
        found = []
        for _ in range(3):
            scores = self.logit(self.embed(word))
            word = scores.argmax(1)
            found.append(word)
        return found
