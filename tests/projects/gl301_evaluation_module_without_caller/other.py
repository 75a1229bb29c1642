import torch

from engine import evaluate

print(torch.__version__, evaluate.__name__)
