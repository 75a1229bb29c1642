"""The output of a network is drawn on the axes of a figure without a detach."""

import sys

import matplotlib.pyplot as plt
import torch
from torch import nn

net = nn.Linear(1, 1)
t = torch.linspace(0, 1, 20)[:, None]


def one():
    figure, axes = plt.subplots()
    axes.set_title(f"{net(t).mean()}")
    axes.plot(t, net(t))  # ! GL112
    figure.savefig("curve.png")


def beside_each_other():
    figure, (left, right) = plt.subplots(1, 2)
    left.plot(t, t)
    right.scatter(t, net(t))  # ! GL112


def grid():
    figure, axes = plt.subplots(2, 2)
    axes[0, 1].plot(t, net(t))  # ! GL112


def in_a_loop():
    figure = plt.figure(figsize=(4, 3))
    for axes in figure.subplots(2, 1).ravel():
        axes.fill_between(t[:, 0], net(t)[:, 0])  # ! GL112


def flattened():
    figure, axes = plt.subplots(2, 2)
    for each in axes.flatten():
        each.hist(net(t))  # ! GL112


def added():
    figure = plt.figure()
    axes = figure.add_subplot(111)
    axes.step(t[:, 0], net(t)[:, 0])  # ! GL112


choice = sys.argv[1]
if choice == "one":
    one()
elif choice == "beside_each_other":
    beside_each_other()
elif choice == "grid":
    grid()
elif choice == "in_a_loop":
    in_a_loop()
elif choice == "flattened":
    flattened()
elif choice == "added":
    added()
