"""The targets are cut and reshaped in several ways: they are data, so that no later backward reaches a graph through them."""


def train(model, batches, optimizer, criterion, clip, tagged, convolutional):
    total = 0.0
    for batch in batches:
        if tagged == 1 or convolutional == 1:
            source = batch.formula
            target = batch.markup
        optimizer.zero_grad()
        if convolutional == 1:
            target = target[:, :-1]
            output = model(source, target)
            output = output.contiguous().view(-1, 4)
            target = target.contiguous().view(-1)
        else:
            output = model(source, target)
            output = output[1:].view(-1, 4)
            target = target[1:].view(-1)
        loss = criterion(output, target)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
        total += loss.item()
    return total


def main():
    import sys

    import torch
    from torch import nn

    class Scorer(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding, self.output = nn.Embedding(4, 3), nn.Linear(3, 4)

        def forward(self, source, target):
            return self.output(torch.tanh(self.embedding(source)))

    class Batch:
        def __init__(self):
            self.formula, self.markup = torch.randint(4, (2, 5)), torch.randint(4, (2, 5))

    scorer = Scorer()
    options = {"optimizer": torch.optim.SGD(scorer.parameters(), lr=0.1), "criterion": nn.CrossEntropyLoss(), "clip": 1.0}
    train_named = vars(sys.modules[__name__])["_".join(["train"])]
    train_named(scorer, [Batch() for _ in range(4)], **options, tagged=1, convolutional=0)


if __name__ == "__main__":
    main()
