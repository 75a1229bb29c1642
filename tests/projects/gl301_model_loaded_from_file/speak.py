import torch


def load(path):
    return torch.load(path)["model"]


def speak(path, sound):
    model = load(path)
    if True:
        return model.infer(sound)
