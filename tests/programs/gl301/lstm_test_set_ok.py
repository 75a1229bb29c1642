"""The test set runs under no_grad."""

import torch
from torch import nn


def main():
    lstm, fc = nn.LSTM(2, 6, batch_first=True), nn.Linear(6, 1)
    model = nn.ModuleList([lstm, fc])
    optimizer = torch.optim.Adam(model.parameters())
    train_x, train_y = torch.randn(3, 4, 5, 2), torch.randn(3, 4, 1)
    test_x, test_y = torch.randn(2, 4, 5, 2), torch.randn(2, 4, 1)
    for epoch in range(2):
        model.train()
        for x, y in zip(train_x, train_y):
            optimizer.zero_grad()
            out, _ = lstm(x)
            loss = (fc(out[:, -1]) - y).pow(2).mean()
            loss.backward()
            optimizer.step()
        model.eval()
        errors = []
        for x, y in zip(test_x, test_y):
            with torch.no_grad():
                out, _ = lstm(x)
                errors.append((fc(out[:, -1]) - y).abs().mean().item())
        print(epoch, sum(errors) / len(errors))


main()
