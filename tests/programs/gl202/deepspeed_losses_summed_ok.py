"""The engine runs backward and steps, which zeroes as well; the total is a number."""

import sys
import types

import torch

deepspeed = types.ModuleType("deepspeed")
exec(
    """
import torch

class Engine(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.module = model
        self.optimizer = torch.optim.AdamW(model.parameters())
    def forward(self, *inputs):
        return self.module(*inputs)
    def backward(self, loss):
        loss.backward()
        return loss
    def step(self):
        self.optimizer.step()
        self.optimizer.zero_grad()

def initialize(model, model_parameters, config):
    engine = Engine(model)
    return engine, engine.optimizer, None, None
""",
    deepspeed.__dict__,
)
sys.modules["deepspeed"] = deepspeed
import deepspeed

model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
engine, optimizer, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config={"train_batch_size": 5})
total = 0.0
for x, y in [(torch.randn(5, 4), torch.randn(5, 1)) for _ in range(4)]:
    loss = torch.nn.functional.mse_loss(engine(x), y)
    engine.backward(loss)
    engine.step()
    total += loss.item()
print(total)
