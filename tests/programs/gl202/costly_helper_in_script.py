"""A script evaluates texts with a helper of many loops, and sums up losses with their graphs."""

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


longest = int("3")
sentences = [["abcabc", "xyxyxy"], ["aa", "bbb"]]
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for epoch in range(int("3")):
    for batch in torch.ones(5, 4, 3):
        for repetition in range(int("2")):
            for part in sentences:
                print(score(part, longest), score(part[::-1], longest), score(part, longest + repetition))
                print(score(part, longest + 1), score(part[::-1], longest + 1), score(part, longest + 2))
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
print(float(total))
