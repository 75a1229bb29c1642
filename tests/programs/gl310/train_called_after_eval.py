"""The mode is switched to evaluation and back before the validation."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class TextClassifier(nn.Module):
    def __init__(self, vocab=50, dim=16):
        super().__init__()
        self.embed = nn.EmbeddingBag(vocab, dim)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(dim, 2)

    def forward(self, tokens):
        return self.out(self.drop(self.embed(tokens)))


def batches(n):
    return DataLoader(TensorDataset(torch.randint(0, 50, (n, 7)), torch.randint(0, 2, (n,))), batch_size=4)


def main():
    model = TextClassifier()
    opt = torch.optim.Adam(model.parameters())
    loss_fn = nn.CrossEntropyLoss()
    train_iter, valid_iter = batches(16), batches(8)
    for epoch in range(3):
        model.train()
        for i, (tokens, label) in enumerate(train_iter):
            loss = loss_fn(model(tokens), label)
            opt.zero_grad()
            loss.backward()
            opt.step()
        model.eval()
        model.train()
        hits = 0
        with torch.no_grad():
            for tokens, label in valid_iter:
                hits += (model(tokens).argmax(-1) == label).sum().item()  # ! GL310
        print(f"epoch {epoch}: {hits / 8:.2f}")


main()
