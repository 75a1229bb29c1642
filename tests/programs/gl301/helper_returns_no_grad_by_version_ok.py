"""A helper for old and new versions returns torch.no_grad() to the with statement of its callers, in several methods of a trainer."""

import contextlib

import torch


def _get_no_grad_ctx_mgr():
    if float(torch.__version__[:3]) >= 0.4:
        return torch.no_grad()
    return contextlib.suppress()


class Trainer:
    def __init__(self, model):
        self.model = model

    def derive(self):
        with _get_no_grad_ctx_mgr():
            return self.model(torch.ones(1, 3)).argmax().item()

    def evaluate(self, batches):
        self.model.eval()
        total = 0
        for batch in batches:
            total += self.model(batch).sum().item()
        return total / len(batches)

    def test(self):
        with _get_no_grad_ctx_mgr():
            return self.evaluate(torch.randn(3, 2, 3))


trainer = Trainer(torch.nn.Linear(3, 4))
print(trainer.derive(), trainer.test())
