"""Tests expect PyTorch's errors: by assertRaises, and by a condition where only some versions raise."""

import contextlib
import unittest

import torch
from torch import nn


class Refusals(unittest.TestCase):
    def test_second_walk(self):
        loss = nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean()
        loss.backward()
        with self.assertRaises(RuntimeError):
            loss.backward()

    def test_walk_without_a_graph(self, known=True):
        with self.assertRaisesRegex(RuntimeError, "does not require grad") if known else contextlib.nullcontext():
            torch.randn(3).sum().backward()

    def test_factor_changed_since(self):
        weight = torch.randn(3, requires_grad=True)
        scale = torch.randn(3)
        loss = (weight * scale).sum()
        scale.add_(1)
        with self.assertRaises(RuntimeError):
            loss.backward()

    def test_removed_argument(self):
        loss = torch.randn(3, requires_grad=True).pow(2).sum()
        with self.assertRaises(TypeError):
            loss.backward(retain_variables=True)

    def test_index_of_a_number(self):
        loss = torch.randn(3, requires_grad=True).pow(2).sum()
        with self.assertRaises(IndexError):
            print(loss.data[0])


unittest.main(exit=False)
