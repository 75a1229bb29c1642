"""An image that is still of bytes is to be optimized."""
import torch


def load(size):
    return torch.randint(0, 256, (3, size, size), dtype=torch.uint8)  # <- leaf


class Dream:
    def __init__(self, image):
        self.image = image

    def start(self):
        self.image.requires_grad_(True)  # <- raised
        return self.image


Dream(load(8)).start()
