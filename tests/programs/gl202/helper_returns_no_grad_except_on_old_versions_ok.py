"""Only on very old versions does the helper return something else than torch.no_grad(), so the sum is taken without graphs."""

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
            total += self.model(batch).sum()
        return total / len(batches)

    def test(self):
        with _get_no_grad_ctx_mgr():
            return self.evaluate(torch.randn(3, 2, 3)).item()


trainer = Trainer(torch.nn.Linear(3, 4))
print(trainer.derive(), trainer.test())
