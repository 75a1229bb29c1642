"""A small transformer is trained on next tokens, validated and sampled from, the latter two under no_grad."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, size, heads, block):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.register_buffer("mask", torch.tril(torch.ones(block, block)).view(1, 1, block, block))

    def forward(self, x):
        batch, length, size = x.shape
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in self.qkv(x).split(size, dim=2))
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(k.size(-1))
        scores = scores.masked_fill(self.mask[:, :, :length, :length] == 0, float("-inf"))
        return self.out((F.softmax(scores, dim=-1) @ v).transpose(1, 2).reshape(batch, length, size))


class Block(nn.Module):
    def __init__(self, size, heads, block):
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(size), nn.LayerNorm(size)])
        self.attention = Attention(size, heads, block)
        self.mlp = nn.Sequential(nn.Linear(size, 2 * size), nn.GELU(), nn.Linear(2 * size, size))

    def forward(self, x):
        x = x + self.attention(self.norms[0](x))
        return x + self.mlp(self.norms[1](x))


class Model(nn.Module):
    def __init__(self, tokens=11, size=8, heads=2, block=6, depth=2):
        super().__init__()
        self.block = block
        self.tokens, self.places = nn.Embedding(tokens, size), nn.Parameter(torch.zeros(1, block, size))
        self.blocks = nn.Sequential(*[Block(size, heads, block) for _ in range(depth)])
        self.head = nn.Linear(size, tokens, bias=False)
        self.tokens.weight = self.head.weight
        self.apply(self._init_weights)

    def _init_weights(self, module):
        if isinstance(module, nn.Linear | nn.Embedding):
            module.weight.data.normal_(mean=0.0, std=0.02)

    def forward(self, tokens, targets=None):
        x = self.tokens(tokens) + self.places[:, : tokens.size(1)]
        logits = self.head(self.blocks(x))
        loss = None if targets is None else F.cross_entropy(logits.flatten(0, 1), targets.flatten())
        return logits, loss

    @torch.no_grad()
    def generate(self, tokens, count):
        for _ in range(count):
            logits, _ = self(tokens[:, -self.block :])
            chosen = torch.multinomial(F.softmax(logits[:, -1], dim=-1), num_samples=1)
            tokens = torch.cat([tokens, chosen], dim=1)
        return tokens


def batches(text, count, size=4, length=6):
    for _ in range(count):
        starts = torch.randint(0, len(text) - length - 1, (size,))
        yield torch.stack([text[i : i + length] for i in starts]), torch.stack([text[i + 1 : i + 1 + length] for i in starts])


@torch.no_grad()
def estimate_loss(model, text):
    model.eval()
    losses = torch.zeros(3)
    for number, (x, y) in enumerate(batches(text, 3)):
        losses[number] = model(x, y)[1]
    model.train()
    return losses.mean()


text = torch.randint(0, 11, (60,))
model = Model()
decayed = [p for p in model.parameters() if p.dim() >= 2]
rest = [p for p in model.parameters() if p.dim() < 2]
optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}], lr=1e-3)
scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 2))
for step, (x, y) in enumerate(batches(text, 4)):
    _, loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    scheduler.step()
    if step % 2 == 1:
        print(step, estimate_loss(model, text).item())
print(model.generate(torch.zeros(1, 1, dtype=torch.long), 5).tolist())
