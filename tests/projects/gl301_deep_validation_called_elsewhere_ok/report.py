"""More functions call each other than the analysis follows into: no run of the other file reaches `validate`."""


def validate(model, loader):
    model.eval()
    right = 0
    for inputs, labels in loader:
        predicted = model(inputs).argmax(dim=1)
        right += (predicted == labels).sum().item()
    return right


def score_split(model, loader):
    return validate(model, loader) / len(loader)


def score_splits(model, loaders):
    return [score_split(model, loader) for loader in loaders]


def score_seed(model, loaders):
    return max(score_splits(model, loaders))


def score_seeds(models, loaders):
    return [score_seed(model, loaders) for model in models]


def score_size(models, loaders):
    return sorted(score_seeds(models, loaders))


def score_sizes(sizes, loaders):
    return [score_size(models, loaders) for models in sizes]


def report(sizes, loaders):
    print(score_sizes(sizes, loaders))
