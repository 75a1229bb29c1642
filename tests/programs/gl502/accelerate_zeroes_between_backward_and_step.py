"""Within accumulate the wrapped optimizer steps and zeroes when it is due: zeroing between backward and step throws each gradient away."""

import sys
import types

import torch

accelerate = types.ModuleType("accelerate")
exec(
    """
import contextlib
import torch

class Accelerator:
    sync_gradients = True
    def __init__(self, gradient_accumulation_steps=1):
        pass
    def prepare(self, *things):
        return things
    def accumulate(self, model):
        return contextlib.nullcontext()
    def backward(self, loss):
        loss.backward()
    def clip_grad_norm_(self, parameters, limit):
        return torch.nn.utils.clip_grad_norm_(parameters, limit)
    def gather_for_metrics(self, things):
        return things
    def unwrap_model(self, model):
        return model
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
from accelerate import Accelerator


def main():
    accelerator = Accelerator(gradient_accumulation_steps=2)
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    loader = [(torch.randn(5, 4), torch.randint(0, 2, (5,))) for _ in range(4)]
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(2):
        model.train()
        for x, y in loader:
            with accelerator.accumulate(model):
                loss = torch.nn.functional.cross_entropy(model(x), y)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.zero_grad()  # ! GL502
                optimizer.step()
        model.eval()
        right = 0
        for x, y in loader:
            with torch.no_grad():
                answers = model(x).argmax(dim=-1)
            answers, y = accelerator.gather_for_metrics((answers, y))
            right += (answers == y).sum().item()
    torch.save(accelerator.unwrap_model(model).state_dict(), "/dev/null")


main()
