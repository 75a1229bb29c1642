from enum import Enum


class Attention(Enum):
    SOFT = "soft"
    PYRAMID = "pyramid"
