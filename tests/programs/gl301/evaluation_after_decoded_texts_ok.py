"""The texts of a batch are decoded in loops with conditions of their own, before the validation of the same epoch is under no_grad."""

import torch
from torch import nn

PAD = 0


class Recognizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)

    def forward(self, inputs):
        scores = self.body(inputs)
        return scores, scores.argmax(-1)


def decode(rows, names):
    texts = []
    for row in rows:
        text = ""
        for symbol in row:
            if int(symbol) == PAD:
                break
            text = text + names[int(symbol)]
        texts.append(text)
    return texts


def train(model, optimizer, train_loader, valid_loader, names, epochs):
    for epoch in range(epochs):
        model.train()
        for inputs, targets in train_loader:
            optimizer.zero_grad()
            scores, found = model(inputs)
            try:
                wanted, texts = [], []
                for row in targets:
                    text = ""
                    for symbol in row:
                        if int(symbol) == PAD:
                            break
                        text = text + names[int(symbol)]
                    wanted.append(text)
                for row in found:
                    text = ""
                    for symbol in row:
                        if int(symbol) == PAD:
                            break
                        text = text + names[int(symbol)]
                    texts.append(text)
            except Exception as error:
                print(error)
                continue
            loss = nn.functional.cross_entropy(scores.flatten(0, 1), targets.flatten())
            if loss.item() == float("inf"):
                loss = torch.where(loss != loss, torch.zeros_like(loss), loss)
                continue
            errors = 0
            for index in range(len(texts)):
                texts[index] = texts[index].replace(" ", "")
                errors += texts[index] != wanted[index]
            loss.backward()
            if epoch > 10:
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        model.eval()
        total = 0
        for inputs, targets in valid_loader:
            with torch.no_grad():
                scores, found = model(inputs)
            loss = nn.functional.cross_entropy(scores.flatten(0, 1), targets.flatten())
            if loss.item() == float("inf"):
                loss = torch.where(loss != loss, torch.zeros_like(loss), loss)
                continue
            wanted, texts = decode(targets, names), decode(found, names)
            total += loss.item()
        print(epoch, total, wanted == texts)


def batches(count):
    return [(torch.randn(2, 5, 4), torch.randint(0, 6, (2, 5))) for _ in range(count)]


model = Recognizer()
train(model, torch.optim.Adam(model.parameters()), batches(3), batches(2), "-abcde", 2)
