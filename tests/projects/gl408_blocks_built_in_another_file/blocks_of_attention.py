"""Builds the blocks of a model."""

from torch import nn


def build_blocks(width, depth):
    blocks = []
    for _ in range(depth):
        blocks.append(nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.GELU()))
    return blocks
