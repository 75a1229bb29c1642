"""A trainer reports after each batch, in loops that take most of the budget, and then steps and resets the gradients."""

import torch
from torch import nn


def without_repetitions(words, longest):
    for size in range(1, longest):
        for step in range(1, size + 1):
            for start in range(0, len(words), step):
                for other in range(start + size, len(words), step):
                    if words[start : start + size] == words[other : other + size]:
                        if size > 1:
                            words = words[:other]
                        elif words[start] in "aeiou":
                            words = words[:start] + words[other:]
                        elif words[other] in "xyz":
                            words = words[start:]
                        else:
                            words = words[:other] + words[other + size :]
                        if len(words) < longest:
                            return words
    return words


def score(sentences, longest):
    kept = []
    for sentence in sentences:
        shorter = without_repetitions(sentence, longest)
        if shorter not in kept:
            kept.append(shorter)
        longer = without_repetitions(sentence + sentence, longest)
        if longer in kept:
            kept.remove(longer)
    return len(kept) / len(sentences)


class Trainer:
    def __init__(self, model, longest):
        self.model, self.longest = model, longest
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def report(self, sentences):
        for part in sentences:
            for number in range(self.longest):
                print(score(part, self.longest), score(part[::-1], self.longest), score(part, number + 1))

    def train(self, batches, sentences):
        for epoch in range(self.longest):
            for batch in batches:
                self.report(sentences)
                loss = self.model(batch).pow(2).mean()
                loss.backward()
                self.report(sentences[::-1])
                self.optimizer.step()
                self.optimizer.zero_grad()


Trainer(nn.Linear(3, 1), int("3")).train(torch.ones(2, 4, 3), [["abcabc", "xyxyxy"], ["aa", "bbb"]])
