"""segmentation_models_pytorch: its classes are models."""

import segmentation_models_pytorch as smp
import torch


def passes(loader):
    model = smp.Unet("resnet18")
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def passes_without_grad(loader):
    model = smp.Unet("resnet18")
    model.eval()
    for x in loader:
        print(model(x))


def scores(model, pictures):
    """The preprocessing is a function of NumPy arrays. Scores are computed from counts: the list of them keeps no graph."""
    print(smp.encoders.get_preprocessing_params("resnet18"), smp.encoders.get_encoder_names())
    prepare = smp.encoders.get_preprocessing_fn("resnet18", "imagenet")
    optimizer, found = torch.optim.Adam(model.parameters()), []
    for picture, y in smp.datasets.OxfordPetDataset("data"):
        optimizer.zero_grad()
        output = model(torch.tensor(prepare(picture).transpose(2, 0, 1).astype("float32")))
        smp.losses.DiceLoss("binary")(output, y).backward()
        optimizer.step()
        counts = smp.metrics.get_stats(output.sigmoid(), y, mode="binary", threshold=0.5)
        found.append(smp.metrics.iou_score(*counts))
    model.eval()
    for name, picture in pictures.items():
        pictures[name] = prepare(picture).transpose(2, 0, 1).astype("float32")
    return found


def all_epochs(model, loss, loaders):
    """The runners of epochs step and reset gradients themselves."""
    optimizer = torch.optim.Adam(model.parameters())
    training = smp.utils.train.TrainEpoch(model, loss=loss, metrics=[], optimizer=optimizer)
    testing = smp.utils.train.ValidEpoch(model, loss=loss, metrics=[])
    for x, y in loaders[0]:
        print(training.run(loaders[0]), testing.run(loaders[1]))
        loss(model(x), y).backward()
