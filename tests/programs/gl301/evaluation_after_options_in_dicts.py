"""Each condition fills a dict of options or a list of names: the results differ, and the evaluation is the same on all paths."""

import argparse

import torch

parser = argparse.ArgumentParser()
for option in ("workers", "pin", "named", "shuffled"):
    parser.add_argument(f"--{option}", action="store_true")
parser.add_argument("--names", nargs="*", default=[])
args = parser.parse_args([])
model = torch.nn.Linear(3, 1)
train_options = {"batch_size": 4}
test_options = {"batch_size": 4}
if args.workers:
    train_options.update({"num_workers": 1})
if args.pin:
    test_options["pin"] = True
if args.named:
    args.names.append("c")
    train_options["named"] = 1
if args.shuffled:
    test_options["shuffle"] = True
words, index = [], {}
for line in ("to be or", "not to be"):
    for word in line.split():
        if word not in index:
            index[word] = len(words)
            words.append(word)


def evaluate():
    model.eval()
    total = 0.0
    for x in [torch.ones(2, 3), torch.ones(4, 3)]:
        total += model(x).sum().item()  # ! GL301
    return total


print(evaluate(), len(words), train_options, test_options)
