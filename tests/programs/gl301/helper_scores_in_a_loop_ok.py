"""The helper scores one batch with the model in evaluation, and without grad mode, as the decorator of its only caller says."""

import torch


class Scorer:
    def __init__(self, model):
        self.model = model.eval()
        self.scores = []

    def note(self, batch):
        score = self.model(batch)
        score = score.cpu()
        self.scores.append(score)

    @torch.no_grad()
    def run(self, batches):
        for batch in batches:
            self.note(batch)


scorer = globals()["Scorer"](torch.nn.Linear(3, 1))
getattr(scorer, "run")([torch.ones(2, 3), torch.zeros(2, 3)])
print(len(scorer.scores))
