"""Many settings decide what a long training method does; a second attempt with few paths shows that no graph is used again."""

from types import SimpleNamespace

import torch
from torch import nn


class Trainer:
    def __init__(self, cfg, model, optimizer):
        self.cfg, self.model, self.optimizer = cfg, model, optimizer

    def fit(self, loaders, log):
        cfg, model, optimizer = self.cfg, self.model, self.optimizer
        criterion = nn.CrossEntropyLoss(label_smoothing=cfg.smoothing)
        best, average, score, seen = -999.0, 0.0, 0.0, 0
        for epoch in range(1, cfg.epochs + 1):
            model.train()
            if cfg.rate:
                for group in optimizer.param_groups:
                    group["lr"] = cfg.rate / epoch
            for loader in loaders:
                total, correct = 0.0, 0
                for number, (inputs, targets) in enumerate(loader):
                    for view in range(cfg.views):
                        batch = inputs.double() if cfg.double else inputs.float()
                        if cfg.flip:
                            batch = batch.flip(-1)
                        outputs = model(batch)
                        loss = criterion(outputs, targets)
                        if cfg.penalty:
                            loss = loss + cfg.penalty * outputs.pow(2).mean()
                        if cfg.entropy:
                            loss = loss - cfg.entropy * outputs.softmax(dim=1).log().mean()
                        optimizer.zero_grad()
                        loss.backward()
                        if cfg.clip:
                            nn.utils.clip_grad_norm_(model.parameters(), cfg.clip)
                        optimizer.step()
                        if cfg.average:
                            total += loss.item()
                            average = total / (number + 1)
                        if cfg.count:
                            seen += len(targets)
                            correct += outputs.argmax(dim=1).eq(targets).sum().item()
                        if cfg.scores:
                            score = correct / max(1, seen)
                        if cfg.norm:
                            log(f"norm {outputs.detach().norm():.3f}")
                        if cfg.mean:
                            log(f"mean {outputs.detach().mean():.3f}")
                        if cfg.std:
                            log(f"std {outputs.detach().std():.3f}")
                        if cfg.max:
                            log(f"max {outputs.detach().max():.3f}")
                        if cfg.min:
                            log(f"min {outputs.detach().min():.3f}")
                        if cfg.sum:
                            log(f"sum {outputs.detach().sum():.3f}")
                        if cfg.verbose and view % cfg.every == 0:
                            log(f"{epoch} {number} {average:.4f} {score:.4f}")
            if cfg.main and cfg.curves:
                log(f"loss {average}")
                log(f"score {score}")
            if epoch % cfg.interval == 0:
                if score > best:
                    best = score
                    log("better")
                elif cfg.patience:
                    log("no improvement")


network = nn.Linear(4, 2)
settings = SimpleNamespace(
    smoothing=0.0, epochs=2, views=2, rate=0.1, double=False, flip=True, penalty=0.1, entropy=0.0, clip=1.0, average=True, count=True,
    scores=True, norm=False, mean=True, std=False, max=False, min=False, sum=False, verbose=False, every=2, main=True, curves=True,
    interval=1, patience=True,
)  # fmt: skip
batches = [(torch.randn(3, 4), torch.randint(0, 2, (3,))) for _ in range(2)]
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
eval("Trainer")(settings, network, optimizer).fit([batches, batches], lambda text: None)
