"""A helper without tensors has loops in loops and takes most of the budget; the loss after it is backpropagated twice."""

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


def train(model, batches, sentences, longest):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for batch in batches:
            for part in sentences:
                print(score(part, longest), score(part[::-1], longest))
            loss = model(batch).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            for part in sentences:
                print(score(part, longest), score(part[::-1], longest))
            loss.backward()  # ! GL101


eval("train")(nn.Linear(3, 1), torch.ones(2, 4, 3), [["abcabc", "xyxyxy"], ["aa", "bbb"]], 3)
