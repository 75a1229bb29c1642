"""Layers of a model with a switch for checkpoints, over an embedding that is frozen."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Adapter(nn.Module):
    """A frozen layer with a trained low-rank part."""

    def __init__(self, size, rank=2):
        super().__init__()
        self.base = nn.Linear(size, size)
        self.base.requires_grad_(False)
        self.down, self.up = nn.Linear(size, rank, bias=False), nn.Linear(rank, size, bias=False)

    def forward(self, hidden):
        return torch.tanh(self.base(hidden) + self.up(self.down(hidden)))


class Model(nn.Module):
    def __init__(self, size=8):
        super().__init__()
        self.embedding = nn.Embedding(20, size)
        self.layers = nn.ModuleList([Adapter(size) for _ in range(2)])
        self.head = nn.Linear(size, 20)
        self.checkpointing = False

    def gradient_checkpointing_enable(self):
        self.checkpointing = True

    def enable_input_require_grads(self):
        self.embedding.register_forward_hook(lambda module, args, output: output.requires_grad_(True))

    def forward(self, tokens):
        hidden = self.embedding(tokens)
        for layer in self.layers:
            if self.checkpointing and self.training:
                hidden = checkpoint(layer, hidden, use_reentrant=True)
            else:
                hidden = layer(hidden)
        return self.head(hidden)


model = Model()
model.embedding.requires_grad_(False)
model.head.requires_grad_(False)
model.gradient_checkpointing_enable()
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=0.01)
for _ in range(3):
    tokens = torch.randint(20, (4, 6))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(tokens)[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
    loss.backward()  # ! GL107
    optimizer.step()
