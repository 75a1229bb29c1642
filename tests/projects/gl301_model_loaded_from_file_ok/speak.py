import torch


def load(path):
    return torch.load(path)["model"]


def speak(path, sound):
    model = load(path)
    with torch.no_grad():
        return model.utter(sound)
