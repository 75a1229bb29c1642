"""Many classes have a method `format_help`, and that of the decoder raises unless grad mode is off."""

import argparse
import importlib

import torch
from predictor import Predictor


def build(name):
    module, _, member = name.rpartition(".")
    return getattr(importlib.import_module(module), member)()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--decoder", default="decoder.Decoder")
    options = parser.parse_args()
    predictor = Predictor(build(options.decoder))
    with torch.no_grad():
        print(predictor.respond(torch.ones(1, 3)))


main()
