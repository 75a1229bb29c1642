"""The script exceeds its limit while a search runs under `no_grad`: its methods are still analyzed with grad mode on."""

import torch
from torch import nn


def search(ids, scores):
    if type(scores) is torch.Tensor:
        scores = scores.numpy()
    if type(ids) is torch.Tensor:
        ids = ids.cpu().numpy()
    texts = []
    spans = []
    start = -1
    end = -1
    for i in range(len(ids)):
        if scores[i, 0] > 0.5:
            start = i
            for j in range(len(ids)):
                if scores[j, 1] > 0.5:
                    scores[j, 1] = 0
                    end = j
                    break
            if start == -1 or end == -1:
                continue
            text = ""
            for k in range(start, end + 1):
                text += str(ids[k])
            texts.append(text)
            spans.append([start, end])
            start = -1
    return texts, spans


class Trainer:
    def __init__(self):
        self.model = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train(self, loader):
        self.iteration(loader, train=True)

    def iteration(self, loader, train=True):
        step = 0
        for batch in loader:
            step += 1
            if step % 3 == 0:
                for _ in ["a", "b", "c"]:
                    with torch.no_grad():
                        ids = torch.randn(4, 3)
                        prediction = self.model(ids)
                        search(ids[:, 0], prediction.cpu())
            loss = self.model(batch).pow(2).mean()
            if train:
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()


trainer = Trainer()
for epoch in range(5):
    trainer.train([torch.randn(4, 3) for _ in range(7)])
