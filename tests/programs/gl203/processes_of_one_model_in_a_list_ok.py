"""Processes are collected in a list, each with the model as an argument: a process is not a tensor, and no graph is stored."""

import argparse

import torch
import torch.multiprocessing as mp


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def forward(self, x):
        return self.layer(x)


def train(rank, args, model, dataset, options):
    torch.manual_seed(rank)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for x in dataset.split(options["batch_size"]):
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args([])
    model = Net().to("cpu")
    model.share_memory()
    dataset = torch.randn(8, 3)
    options = {"batch_size": 4, "shuffle": True}
    processes = []
    for rank in range(args.processes):
        p = mp.Process(target=train, args=(rank, args, model, dataset, options))
        p.start()
        processes.append(p)
    for p in processes:
        p.join()
