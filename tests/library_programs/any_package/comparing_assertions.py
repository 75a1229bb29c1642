"""Test cases: assertions that compare values keep no graph of them. Those of exceptions may call what they get."""

import unittest

import torch
from testing_tools import TestCase
from torch import nn


class ScoresTest(unittest.TestCase):
    def test_gradients(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertIsInstance(scores, torch.Tensor)
        loss = scores.mean()
        self.assertGreater(loss, 0)
        loss.backward(retain_graph=True)  # ! GL201
        self.assertIsNotNone(model.weight.grad)

    def test_second_backward(self):
        model = nn.Linear(3, 1)
        loss = model(torch.randn(2, 3)).exp().mean()
        self.assertGreater(loss, 0)
        loss.backward(retain_graph=True)
        self.assertEqual(loss, loss.item())
        loss.backward()

    def test_functions(self):
        model = nn.Linear(3, 1)
        loss = model(torch.randn(2, 3)).exp().mean()
        loss.backward(retain_graph=True)
        self.assertRaises(RuntimeError, loss.backward, torch.ones(2))

    def test_other_checks(self):
        model = nn.Linear(3, 1)
        loss = model(torch.randn(2, 3)).exp().mean()
        loss.backward(retain_graph=True)
        self.assertGradients(loss)


class ToolsTest(TestCase):
    def test_true(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertTrue(scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_false(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertFalse(scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertEqual(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_not_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertNotEqual(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_almost_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertAlmostEqual(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_not_almost_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertNotAlmostEqual(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_is(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertIs(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_is_not(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertIsNot(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_is_none(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertIsNone(scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_is_not_none(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertIsNotNone(scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_in(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertIn(scores, [scores])
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_not_in(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertNotIn(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_is_instance(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertIsInstance(scores, torch.Tensor)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_not_is_instance(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertNotIsInstance(scores, torch.Tensor)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_greater(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertGreater(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_greater_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertGreaterEqual(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_less(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertLess(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_less_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertLessEqual(scores, scores)
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_count_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertCountEqual([scores], [scores])
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_list_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertListEqual([scores], [scores])
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_tuple_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertTupleEqual((scores,), (scores,))
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_sequence_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertSequenceEqual([scores], [scores])
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_dict_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertDictEqual({"a": scores}, {"a": scores})
        scores.mean().backward(retain_graph=True)  # ! GL201

    def test_set_equal(self):
        model = nn.Linear(3, 1)
        scores = model(torch.randn(2, 3)).exp()
        self.assertSetEqual({scores}, {scores})
        scores.mean().backward(retain_graph=True)  # ! GL201
