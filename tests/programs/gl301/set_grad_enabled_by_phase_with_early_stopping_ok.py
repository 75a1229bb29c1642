"""One function trains and validates: set_grad_enabled is a context manager here, and the best state is stored detached."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class EarlyStopping:
    def __init__(self, patience=2):
        self.patience, self.best, self.bad, self.state = patience, float("inf"), 0, None

    def __call__(self, value, model):
        if value < self.best:
            self.best, self.bad = value, 0
            self.state = {k: v.detach().clone() for k, v in model.state_dict().items()}
        else:
            self.bad += 1
        return self.bad >= self.patience


def run_epoch(model, loader, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    total, seen = 0.0, 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            out = model(x)
            loss = criterion(out, y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
            total += loss.item() * x.size(0)
            seen += x.size(0)
    return total / seen


def main():
    data = TensorDataset(torch.randn(40, 6), torch.randint(0, 3, (40,)))
    train, val = DataLoader(data, 8, shuffle=True), DataLoader(data, 8)
    model = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 3))
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True)
    sched = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1)
    stop = EarlyStopping()
    for epoch in range(5):
        tr = run_epoch(model, train, criterion, optimizer)
        va = run_epoch(model, val, criterion)
        sched.step(va)
        print(epoch, tr, va, optimizer.param_groups[0]["lr"])
        if stop(va, model):
            break
    model.load_state_dict(stop.state)


if __name__ == "__main__":
    main()
