"""Methods of a model of unknown class: freeze, and those of parts of the model, leave unknown which parameters require grad."""

import zoo


def frozen(loader):
    model = zoo.network("small")
    model.freeze()
    model.eval()
    for x in loader:
        print(model(x).argmax(1).tolist())


def backbone_frozen(loader):
    model = zoo.network("small")
    model.eval()
    model.freeze_backbone()
    for x in loader:
        print(model(x).argmax(1).tolist())


def trained(loader):
    model = zoo.network("small")
    model.eval()
    for x in loader:
        print(model(x).argmax(1).tolist())  # ! GL301
