"""The clone adapts by functional steps and is backpropagated to the meta-parameters; the errors are summed as numbers."""

import sys
import types

import torch

learn2learn = types.ModuleType("learn2learn")
exec(
    """
import types
import torch

class Clone(torch.nn.Module):
    def __init__(self, model, lr):
        super().__init__()
        self.source, self.lr = [model], lr
        self.fast = dict(model.named_parameters())
    def forward(self, *inputs):
        return torch.func.functional_call(self.source[0], self.fast, inputs)
    def adapt(self, loss):
        gradients = torch.autograd.grad(loss, list(self.fast.values()), create_graph=True)
        self.fast = {name: p - self.lr * g for (name, p), g in zip(self.fast.items(), gradients)}

class MAML(torch.nn.Module):
    def __init__(self, model, lr):
        super().__init__()
        self.module, self.lr = model, lr
    def clone(self):
        return Clone(self.module, self.lr)

algorithms = types.SimpleNamespace(MAML=MAML)
""",
    learn2learn.__dict__,
)
sys.modules["learn2learn"] = learn2learn
import learn2learn as l2l

model = torch.nn.Linear(3, 1)
maml = l2l.algorithms.MAML(model, lr=0.1)
optimizer = torch.optim.Adam(maml.parameters())
logged = 0.0
for iteration in range(4):
    optimizer.zero_grad()
    for task in range(2):
        x, y = torch.randn(8, 3), torch.randn(8, 1)
        learner = maml.clone()
        for _ in range(2):
            learner.adapt(torch.nn.functional.mse_loss(learner(x[:4]), y[:4]))
        error = torch.nn.functional.mse_loss(learner(x[4:]), y[4:])
        error.backward()
    logged += error.item()
    optimizer.step()
print(logged)
