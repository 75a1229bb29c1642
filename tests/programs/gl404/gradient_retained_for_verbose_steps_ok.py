"""The gradient of the probabilities is retained and read under the same two conditions."""

import sys

import torch

net = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(options, steps):
    for step in range(steps):
        verbose = "verbose" in options and (step + 1) % 2 == 0
        probabilities = torch.softmax(net(torch.randn(4, 3)), -1)
        if "bleu" in options:
            if verbose and "gradients" in options:
                probabilities.retain_grad()
            scores = probabilities.max(-1).values
        else:
            scores = None
        loss = probabilities.pow(2).mean()
        if "pretrain" in options:
            loss = loss * 2
            if verbose:
                print("pretraining")
        loss_value = loss.item()
        if "bleu" in options and verbose and "gradients" in options:
            collected = []
            for order in range(2):
                optimizer.zero_grad()
                probabilities[order].sum().backward(retain_graph=True)
                collected.append(probabilities.grad)
        optimizer.zero_grad()
        loss.backward()
        if "clip" in options:
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        if "bleu" in options and verbose:
            if "gradients" in options:
                print(probabilities.grad.min(-1), loss_value, scores)
        optimizer.step()


train(set(sys.argv) | {"verbose", "bleu", "gradients"}, 4)
