"""The loss is a new leaf only for labels out of range; for the labels of this program it reaches the model."""

import torch


def prototypical_loss(features, prototypes, labels, return_predictions=False):
    logits = torch.mm(features, prototypes.t())
    if labels.max().item() >= logits.shape[1]:
        print("label out of range")
        if return_predictions:
            return torch.tensor(10.0, requires_grad=True), torch.zeros_like(labels)
        else:
            return torch.tensor(10.0, requires_grad=True), torch.tensor(0.0)
    loss = torch.nn.functional.cross_entropy(logits, labels)
    predictions = logits.argmax(dim=1)
    if return_predictions:
        return loss, predictions
    else:
        return loss, (predictions == labels).float().mean()


net = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss, accuracy = prototypical_loss(net(torch.randn(4, 3)), torch.randn(5, 2), torch.tensor([0, 1, 2, 4]))
    loss.backward()
    optimizer.step()
